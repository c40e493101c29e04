"""Measuring: speed, battles by the thousand, whether a profile is worth its points."""
