({
  // The eyes of a stranger: what stands on the page, and what is wrong with it.
  calm: () => {
    const table = document.querySelector('.table-screen');
    if (!table || table.classList.contains('playing')) return false;
    if (document.querySelector('.decision.ended')) return true;
    return !!document.querySelector('.decision:not(.waiting) :is(.choice, .chip, .primary, .stepper button):not([disabled], [aria-disabled=true])');
  },
  enemy: () => {
    const table = document.querySelector('.table-screen.playing');
    return !!table && !!table.querySelector('.thrown.side-1 .total, .thrown.side-1 .die, .streak.side-1, .footsteps.side-1');
  },
  begun() {
    return this.enemy() || this.calm();
  },
  seen() {
    const box = document.querySelector('.tabletop').getBoundingClientRect();
    const centre = one => { const b = one.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
    const figures = [...document.querySelectorAll('.over .figure:not(.ghost), .tabletop > svg .figure:not(.ghost)')].map(one => ({
      id: Number(one.dataset.figure), at: centre(one.querySelector('.base')), open: this.bare(centre(one.querySelector('.base'))), side: one.classList.contains('side-0') ? 0 : 1,
      lit: one.classList.contains('lit'), target: one.classList.contains('target'), acting: one.classList.contains('acting'),
      chosen: one.classList.contains('chosen'),
    }));
    const shown = one => one.checkVisibility() && !one.disabled && one.ariaDisabled !== 'true';
    const choices = [...document.querySelectorAll('.decision .choice')].filter(shown)
      .map((one) => ({kind: one.dataset.kind ?? '', id: one.dataset.choice ?? '', text: one.innerText}));
    return {
      box: [box.x, box.y, box.width, box.height], figures, choices,
      version: document.querySelector('.table-screen').dataset.version, turn: document.querySelector('.strip').innerText,
      over: !!document.querySelector('.decision.ended'), muster: !!document.querySelector('.decision .muster .primary:not([disabled], [aria-disabled=true])'),
      orders: !!document.querySelector('.decision .orders'), reach: document.querySelectorAll('.reach').length,
      ranks: !!document.querySelector('.decision .ranks'), question: document.getElementById('question')?.innerText ?? '',
      kinds: [...document.querySelectorAll('.decision .orders .chips .chip')].map(one => one.innerText),
    };
  },
  lists: () => {
    window.opened = [];
    addEventListener('click', (event) => {
      const list = event.target.closest?.('summary, select');
      if (list && event.isTrusted) window.opened.push(list.innerText);
    }, true);
  },
  amiss: () => {
    const found = [];
    const page = document.scrollingElement;
    if (page.scrollWidth > innerWidth + 1) found.push(`the page is ${page.scrollWidth} wide in a window of ${innerWidth}`);
    const box = one => one.getBoundingClientRect();
    const there = one => { const b = box(one); return b.width > 0 && b.height > 0 && getComputedStyle(one).visibility !== 'hidden'; };
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const name = one => `${one.tagName.toLowerCase()}.${one.getAttribute('class') ?? ''} ${(one.textContent ?? '').trim().slice(0, 40)}`;
    const cut = ':is(button, a.button, h1, h2, h3, legend, .hint, .told, .banner b, .banner span, .facts li, summary, dt, dd)';
    for (const one of document.querySelectorAll(cut)) {
      if (!there(one) || one.closest('[hidden], .sr-only, .visually-hidden')) continue;
      const style = getComputedStyle(one);
      if (style.overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1 && style.textOverflow !== 'ellipsis') found.push(`cut: ${name(one)}`);
      if (one.closest('.strip, .initiative, .how-to dl, .sides, .talk')) continue;
      const b = box(one);
      if (b.right > innerWidth + 1 || b.left < -1) found.push(`beyond the window: ${name(one)}`);
    }
    const board = document.querySelector('.table-screen > .board');
    if (board) {
      const edge = box(board);
      const names = [...board.querySelectorAll('.labels text, text.name, .plate text')].filter(there);
      for (const [i, one] of names.entries()) {
        const b = box(one);
        const mid = [b.x + b.width / 2, b.y + b.height / 2];
        if (mid[0] < edge.left || mid[0] > edge.right || mid[1] < edge.top || mid[1] > edge.bottom) continue;
        if (b.left < edge.left - 1 || b.right > edge.right + 1) found.push(`a label is cut: ${one.textContent}`);
        // The box of a line is higher than its letters: lines that stand close do not lie on each other.
        const letters = one => { const b = box(one); return { left: b.left, right: b.right, top: b.top + 3, bottom: b.bottom - 3 }; };
        for (const other of names.slice(i + 1)) if (meet(letters(one), letters(other))) found.push(`labels overlap: ${one.textContent} and ${other.textContent}`);
      }
      const bubble = board.querySelector('.bubble');
      if (bubble) {
        const b = box(bubble);
        if (b.left < edge.left - 1 || b.right > edge.right + 1 || b.top < edge.top - 1 || b.bottom > edge.bottom + 1) found.push('the bubble is cut');
        const paper = box(bubble.querySelector('.paper'));
        for (const line of bubble.querySelectorAll('text')) if (box(line).right > paper.right + 1) found.push(`beyond the bubble: ${line.textContent}`);
      }
    }
    const parts = [...document.querySelectorAll('.table-screen :is(.zoom, .tools-by-hand, .deeds > .controls, .caption, .tabletop), .how-to, .strip, .initiative')].filter(there);
    for (const [i, one] of parts.entries())
      for (const other of parts.slice(i + 1))
        if (!one.contains(other) && !other.contains(one) && meet(box(one), box(other))) found.push(`one upon the other: ${name(one)} and ${name(other)}`);
    return found;
  },
  planned: () => !!document.querySelector('#step-go:not([disabled], [aria-disabled=true]), .decision .orders .refusal') && !document.querySelector('.trail.asking'),
  onTop: ([x, y]) => !!document.elementFromPoint(x, y)?.closest('.tap'),
  bare: ([x, y]) => {
    const under = document.elementFromPoint(x, y);
    return !!under?.closest('.tabletop') && !under.closest('.bubble');
  },
})
