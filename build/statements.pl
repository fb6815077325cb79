#!/usr/bin/perl
# statements.pl SQLDIR OUTDIR DECLAREDIR: compiles sql/queries/*/*.sql, with the pieces of sql/pieces, to OUTDIR/statements.inc; declares the
# statements in DECLAREDIR/collab_statements.h, and the values of the dispatcher's in OUTDIR/binds.h.
#
# A statement stands in the folder of the program that runs it: api (httpd's workers), dispatch (the dispatcher) or ctl (collabctl). Its
# name is the file's name, which in ctl gets the prefix ctl_: api/note_create.sql is note_create, ctl/note_remove.sql is ctl_note_remove.
# Names are unique.
#
# A statement file:
#   -- note_create: what it does             the statement's name
#   -- binds: path.token, body               $1, $2 … in this order, all text; the dispatcher passes them in a struct (BINDS)
#   -- outcomes: ok, unknown, closed         words of domain/outcome.h, in statements that answer an operation
#   -- with: caller                          begins the statement, or the part, with the piece: "with <piece>"
#   …
#   -- piece: response_event, outbox_row     inserts the pieces here, with a comma between them
#   -- then                                  begins the next part: the parts are a pipeline in one transaction
# A piece writes a bind as {caller.user}. Such a bind is added to the binds of the statement that uses the piece. {query.priority?} is
# null in an operation without that parameter.
# A statement that binds request.if_match has a second form, for a request without conditions: in it, request.if_match and
# request.if_none_match are the constant null. So PostgreSQL leaves the comparison out of the plan, instead of preparing it each time.
# {lock.replay} is a class of advisory locks, a number of domain/locks.h; {length.text} is TEXT_LENGTH of domain/domain.h; {fault.too_long} is
# the word of a code of domain/faults.def, in quotation marks. A statement with the outcome `invalid` names such codes.
# Any error dies with the file and the reason.
use strict;
use warnings;

my ($sql, $out, $declare) = @ARGV;
die "usage: statements.pl SQLDIR OUTDIR DECLAREDIR\n" unless defined $declare;
my %from = map { $_ => 'COLLAB_FROM_' . uc } qw(caller path query body random config request value arg);
my (%outcome, %number, %file, @statements);

sub slurp { my ($file) = @_; open my $in, '<', $file or die "$file: $!\n"; local $/; return scalar <$in> }

{
    my $header = slurp("$out/../domain/outcome.h");
    $outcome{$2} = "COLLAB_$1" while $header =~ /OUTCOME\((\w+),\s*"([^"]+)"/g;
}

{
    my $header = slurp("$out/../domain/locks.h");
    $number{'lock.' . lc $1} = $2 while $header =~ /^#define COLLAB_LOCK_(\w+)\s+(\d+)\b/mg;
    $header = slurp("$out/../domain/domain.h");
    $number{'length.' . lc $1} = $2 while $header =~ /^#define (\w+)_LENGTH\s+(\d+)\b/mg;
    $header = slurp("$out/../domain/faults.def");
    $number{'fault.' . lc $1} = "'$2'" while $header =~ /^FAULT\((\w+), "([a-z-]+)"/mg;
}

sub piece {
    my ($name, $file) = @_;
    my $path = "$sql/pieces/$name.sql";
    -f $path or die "$file: there is no piece $name\n";
    my $text = slurp($path);
    $text =~ s/^--.*\n//mg;
    $text =~ s/[ \t]+--(?:[ \t].*)?$//mg;
    $text =~ s/\s+\z//;
    return $text;
}

sub c_string {
    my ($text) = @_;
    return join "\n", map { my $l = $_; $l =~ s/([\\"])/\\$1/g; qq(      "$l\\n") } grep { /\S/ } split /\n/, $text;
}

for my $file (glob "$sql/queries/*.sql $sql/queries/*/*.sql") {
    my ($folder, $name) = $file =~ m{([^/]+)/([^/]+)\.sql\z};
    $folder =~ /\A(?:api|dispatch|ctl)\z/ or die "$file: a statement stands in queries/api, queries/dispatch or queries/ctl\n";
    $name = "ctl_$name" if $folder eq 'ctl';
    $name =~ /\A[a-z][a-z0-9_]*\z/ or die "$file: the name of a statement is lower_snake_case\n";
    die "$file: $file{$name} has the same name\n" if $file{$name};
    $file{$name} = $file;
    my (@binds, @outcomes, %index);
    my @parts = ('');
    my $head = 1;
    for my $line (split /\n/, slurp($file)) {
        if ($line =~ /^-- then\b/) { push @parts, ''; next }
        if ($line =~ /^-- binds:\s*(.*?)\s*$/) { push @binds, split /\s*,\s*/, $1; next }
        if ($line =~ /^-- outcomes:\s*(.*?)\s*$/) { push @outcomes, split /\s*,\s*/, $1; next }
        if ($line =~ /^-- with:\s*(.*?)\s*$/) { $parts[-1] .= 'with ' . join(",\n", map { piece($_, $file) } split /\s*,\s*/, $1) . "\n"; next }
        if ($line =~ /^\s*-- piece:\s*(\w.*?)\s*$/) { $parts[-1] .= join(",\n", map { piece($_, $file) } split /\s*,\s*/, $1) . "\n"; next }
        if ($head and $line =~ /^--\s+(\w+):/ and $1 eq $name) { $head = 0; next }
        $line =~ s/(^|\s)--(\s.*)?$//;
        $parts[-1] .= "$line\n";
    }
    die "$file: the first line must be \"-- $name: what it does\"\n" if $head;
    my $own = @binds;
    $index{$binds[$_]} = $_ for 0 .. $#binds;
    !grep({ $_ eq 'invalid' } @outcomes) or grep { /\{fault\.\w+\}/ } @parts or die "$file: its validation errors have no code: {fault.<code>} of domain/faults.def\n";
    my $compiled = sub {        # replaces {caller.user} by a number, and numbers the part's parameters without gaps
        my ($part) = @_;
        $part =~ s/\{([a-z]+(?:\.[A-Za-z_]+\??)?)\}/exists $index{$1} or do { push @binds, $1; $index{$1} = $#binds }; '$' . ($index{$1} + 1)/ge;
        my (%dense, @use);
        $part =~ s/\$(\d+)/my $n = $1 - 1; exists $dense{$n} or do { push @use, $n; $dense{$n} = @use }; "\$$dense{$n}"/ge;
        return { text => $part, use => [@use] };
    };
    my (@out, @unconditional);
    for my $part (@parts) {
        $part =~ s/;\s*\z//;
        $part =~ /\S/ or die "$file: an empty part\n";
        $part =~ s/\{((?:lock|length|fault)\.\w+)\}/$number{$1} or die qq($file: domain\/locks.h, domain.h and faults.def have no $1\n)/ge;
        for ($part =~ /\$(\d+)/g) {
            $_ >= 1 && $_ <= $own or die qq($file: \$$_ is not among its $own binds (each line of binds begins with "-- binds:")\n);
        }
        push @out, $compiled->($part);
        push @unconditional, $compiled->($part =~ s/\{request\.if_(?:none_)?match\}/null::text/gr);
    }
    @unconditional = () if !exists $index{'request.if_match'};
    my %used = map { $_ => 1 } map { @{ $_->{use} } } @out;
    for (0 .. $own - 1) { $used{$_} or die "$file: bind $binds[$_] is never used\n" }
    @binds <= 32 or die "$file: more than 32 binds\n";
    @out <= 4 or die "$file: more than 4 parts\n";
    for (@outcomes) { $outcome{$_} or die "$file: domain/outcome.h has no outcome \"$_\"\n" }
    my $all = join "\n", map { $_->{text} } @out;
    my @sources = map {
        my ($from, $what) = split /\./, $_, 2;
        $from{$from} or die "$file: \"$_\" is not a source of binds\n";
        $what //= '';
        my $optional = $what =~ s/\?\z// ? '_OPTIONAL' : '';
        !$optional or $from eq 'query' or die "$file: only a query parameter may be optional, not \"$_\"\n";
        ["$from{$from}$optional", $what];
    } @binds;
    my $refuses = $all =~ /\bas refusal\b/ ? 1 : 0;        # the column has collabctl's reason to refuse; null: it does not refuse
    !$refuses or $folder eq 'ctl' or die "$file: only a statement of queries/ctl has a column `refusal`\n";
    my $tags = $all =~ /\betag\b/ ? 1 : 0;
    my $writes = $all =~ /\b(?:insert\s+into|delete\s+from|update\s+\w+(?:\s+\w+)?\s+set)\b/i ? 1 : 0;
    $folder ne 'dispatch' or !grep { $_->[0] ne $from{arg} } @sources or die "$file: the dispatcher binds arg.<name> alone\n";
    push @statements, { name => $name, dispatch => $folder eq 'dispatch', parts => \@out, unconditional => \@unconditional, binds => \@sources, outcomes => [map { $outcome{$_} } @outcomes], writes => $writes, tags => $tags, refuses => $refuses };
}
@statements or die "$sql/queries has no statement\n";
@statements = sort { $a->{name} cmp $b->{name} } @statements;

my $mark = "/* Generated by build/statements.pl from sql/queries; do not edit. */\n";
my $declared = "$mark#pragma GCC visibility push(hidden)\nextern const collab_statement_t "
    . join(",\n    ", map { "collab_sql_$_->{name}" } @statements) . ";\n#pragma GCC visibility pop\n";
my $structs = $mark . join '', map { "typedef struct collab_binds_$_->{name}_t {\n" . join('', map { "  const char *$_->[1];\n" } @{ $_->{binds} }) . "} collab_binds_$_->{name}_t;\n" }
    grep { $_->{dispatch} && @{ $_->{binds} } } @statements;
# The newest migration, or the baseline.
my ($newest) = sort { $b <=> $a } 100, map { m{/(\d{4})_[^/]*$} } glob "$sql/migrations/*.sql";
my $c = $mark . sprintf qq(const char collab_schema_version[] = "%d";\n), $newest;
my $count = @statements;      # with the second forms
for my $s (@statements) {
    my $n = $s->{name};
    $c .= parts($n, $s->{parts}) . parts("${n}_unconditional", $s->{unconditional});
    $c .= "static const collab_bind_t ${n}_binds[] = {" . join(', ', map { qq({$_->[0], "$_->[1]"}) } @{ $s->{binds} }) . "};\n" if @{ $s->{binds} };
    $c .= "static const collab_outcome_t ${n}_outcomes[] = {" . join(', ', @{ $s->{outcomes} }) . "};\n" if @{ $s->{outcomes} };
    $c .= "static const collab_statement_t ${n}_unconditional = " . row($s, $count++, "${n}_unconditional", 'NULL') if @{ $s->{unconditional} };
}
for my $i (0 .. $#statements) {
    my ($s, $n) = ($statements[$i], $statements[$i]{name});
    $c .= "const collab_statement_t collab_sql_$n = " . row($s, $i, $n, @{ $s->{unconditional} } ? "&${n}_unconditional" : 'NULL');
}
$c .= "const int collab_statement_count = $count;\n";

# The definitions of parts, none without parts.
sub parts {
    my ($n, $parts) = @_;
    my $c = '';
    for my $i (0 .. $#$parts) {
        my @use = @{ $parts->[$i]{use} };
        $c .= "static const unsigned char ${n}_uses_$i\[] = {" . join(', ', @use) . "};\n" if @use;
    }
    $c .= "static const collab_part_t ${n}_parts[] = {\n" if @$parts;
    for my $i (0 .. $#$parts) {
        my $count = @{ $parts->[$i]{use} };
        $c .= "    {\n" . c_string($parts->[$i]{text}) . ",\n      $count, " . ($count ? "${n}_uses_$i" : 'NULL') . "},\n";
    }
    return $c . (@$parts ? "};\n" : '');
}

# The value of a statement whose parts have the prefix $parts.
sub row {
    my ($s, $index, $parts, $unconditional) = @_;
    my $n = $s->{name};
    return qq({"$n", $index, ) . ($s->{writes} ? 'true' : 'false') . ', ' . join(', ', map { my ($count, $what) = @$_; $count . ', ' . ($count ? $what : 'NULL') }
        [scalar @{ $s->{binds} }, "${n}_binds"], [scalar @{ $s->{parts} }, "${parts}_parts"], [scalar @{ $s->{outcomes} }, "${n}_outcomes"])
        . join('', map { $s->{$_} ? ', true' : ', false' } qw(tags refuses)) . ", $unconditional};\n";
}

for ([ "$declare/collab_statements.h", $declared ], [ "$out/binds.h", $structs ], [ "$out/statements.inc", $c ]) {
    my ($file, $text) = @$_;
    next if -f $file and slurp($file) eq $text;     # keeps the file's time, so that make compiles nothing
    open my $to, '>', $file or die "$file: $!\n";
    print $to $text;
    close $to or die "$file: $!\n";
}
