# errors.sed: makes each line of httpd's error log a JSON object. docs/profiles.md has the ErrorLogFormat that it reads, fields with
# tabs between them. httpd writes a tab, a line end or another control character within a field as an escape, so that no message can
# add a field. What programs below httpd write to its standard error has no fields: it becomes a message alone.
# Needs GNU sed, -u (each line at once), -E, and LC_ALL=C (bytes, not characters).

# JSON has none of these bytes. A tab is a separator.
s/[\x01-\x08\x0a-\x1f\x7f-\xff]/?/g
s/\x00/?/g
# The escapes of httpd (\xc3) stay as they are in the message.
s/["\\]/\\&/g
# so that the next "t" concerns the next command alone
t fields
: fields
s/^([^\t ]+) ([^\t]*)\t([^\t]*)\t([0-9]+)\t([^\t]*)\t([^\t]*)\t([^\t]*)\t([^\t]*)\t([^\t]*)$/{"time":"\1T\2","level":"\3","pid":\4,"request_id":"\5","address":"\6","company":"\7","operation":"\8","message":"\9"}/
t filled
s/\t/ /g
s/.*/{"message":"&"}/
b

# a value that is missing
: filled
s/:"-"([,}])/:null\1/g
