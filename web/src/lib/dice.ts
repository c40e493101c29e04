/** Does a die show what it needs: the target or more, or with a negative target that number or less? */
export const meets = (value: number, target: number): boolean => (target > 0 ? value >= target : value <= -target);
