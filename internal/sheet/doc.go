// Package sheet reads and writes tables: lines of values between commas, semicolons, tabs or bars, and workbooks of
// Excel.
//
// A table is of texts. In a workbook, a number is written as XML Schema does, a date as 2006-01-02, and a boolean as
// true or false. Lines without a value are left out. What a table does not say, its content tells: the separator,
// whether the first line has the names of the columns, and what the values of a column look like.
package sheet
