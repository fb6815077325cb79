-- What a statement fills in where CollabLenientInput is on and the client gave nothing, or blanks.
create function filled(value text, lenient text, instead text) returns text language sql immutable parallel safe
return case when lenient = 'true' and (value is null or value !~ '\S') then instead else value end;
