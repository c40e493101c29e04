"""The table: exact integer geometry in hundredths of a millimetre. It knows no dice and no rules."""
