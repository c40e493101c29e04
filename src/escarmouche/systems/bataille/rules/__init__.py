"""The rules, one module for each chapter of the book, in its order."""
