"""The rules of Song of Blades and Heroes, one module a chapter, in the order of the book."""
