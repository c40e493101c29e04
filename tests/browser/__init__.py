"""The page in a real browser. A package, so that the browser is closed when its tests are over."""
