"""The rules of mass combat, one module a chapter, in the order of the book."""
