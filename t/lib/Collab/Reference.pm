# Prints the reference part of docs/api.md, one line per operation, from the OpenAPI description.
package Collab::Reference;
use strict;
use warnings;
use Exporter 'import';
use File::Temp ();
use JSON::XS ();
our @EXPORT_OK = qw(dumped dumped_text in_page placed reference rewrite server);

my $begin = "<!-- `make api-reference` prints what follows from the table of operations -->\n";
my $end = "<!-- end of what is printed -->\n";

# The JSON that `httpd -t -D $define` prints on one line, decoded or as text. Needs no database.
sub dumped { return JSON::XS->new->utf8->decode(dumped_text(@_)) }
sub dumped_text {
  my ($define) = @_;
  my ($status, $said) = server()->control('-t', '-D', $define);
  my ($json) = $said =~ /^(\[?\{".*\}\]?)$/m or die "httpd prints nothing for $define ($status): $said\n";
  return $json;
}

# A server without a database, which never starts.
sub server {
  require Collab::Stack;
  require Collab::Server;
  my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
  Collab::Stack::make_keys($dir);
  return Collab::Server->new("$dir/main", keys => $dir, map { $_ => 'host=/nowhere' } qw(api_dsn dispatch_dsn));
}

# Rewrites the page at $path with $change->($text), if that changes it.
sub rewrite {
  my ($path, $change) = @_;
  open my $in, '<:encoding(UTF-8)', $path or die "$path: $!\n";
  my $page = do { local $/; <$in> };
  my $printed = $change->($page);
  return if $printed eq $page;
  open my $out, '>:encoding(UTF-8)', $path or die "$path: $!\n";
  print $out $printed;
  close $out or die "$path: $!\n";
}

# in_page returns the printed part of the page; placed returns the page with $part instead of that part.
sub in_page { my ($page) = @_; return $page =~ /\Q$begin\E(.*?)\Q$end\E/s ? $1 : die "docs/api.md has no reference part\n" }
sub placed  { my ($page, $part) = @_; in_page($page); return $page =~ s/\Q$begin\E.*?\Q$end\E/$begin$part$end/sr }

sub reference {
  my ($description) = @_;
  my %by_tag;
  for my $path (keys %{ $description->{paths} }) {
    for my $method (keys %{ $description->{paths}{$path} }) {
      my $operation = $description->{paths}{$path}{$method};
      push @{ $by_tag{ $operation->{tags}[0] } }, [$path, uc $method, $operation];
    }
  }
  my $text = '';
  for my $tag (@{ $description->{tags} }) {
    $text .= "\n### $tag->{name}\n\n$tag->{description}\n\n| operation | what for | who | takes | gives |\n|---|---|---|---|---|\n";
    for (sort { $a->[0] cmp $b->[0] || $a->[1] cmp $b->[1] } @{ $by_tag{ $tag->{name} } }) {
      my ($path, $method, $operation) = @$_;
      $text .= "| `$method $path` | " . join(' | ', $operation->{summary}, who($operation), takes($description, $operation), gives($operation)) . " |\n";
    }
  }
  return "$text\n";
}

sub who {
  my ($operation) = @_;
  return 'anybody' if $operation->{security};
  my ($role) = $operation->{description} =~ /The caller needs the role `(\w+)`/;
  my ($party) = $operation->{description} =~ /Only the (submitter|receiver) may call it/;
  return join ', ', $role // 'reader', $party // ();
}

# Returns the text about query parameters and body members, in which the required ones are bold.
sub takes {
  my ($description, $operation) = @_;
  my @query = map { name($_->{name}, $_->{required}) } grep { ($_->{in} // '') eq 'query' } @{ $operation->{parameters} || [] };
  my $content = $operation->{requestBody}{content} || {};
  my ($type) = grep { $content->{$_} } 'application/merge-patch+json', 'application/json', 'multipart/form-data', 'application/x-www-form-urlencoded';
  my $schema = $type ? $content->{$type}{schema} : {};
  my %required = map { $_ => $type ne 'application/merge-patch+json' } @{ $schema->{required} || [] };
  my @body = map { name($_, $required{$_}) } sort { !!$required{$b} <=> !!$required{$a} || $a cmp $b } grep { keys %{ $schema->{properties}{$_} } > 1 } keys %{ $schema->{properties} || {} };      # the others have no use
  return join '; ', @query ? 'query: ' . join(', ', @query) : (), @body ? ($type =~ /merge/ ? 'patch: ' : $type =~ /form/ ? 'form: ' : 'body: ') . join(', ', @body) : ();
}

sub name { my ($name, $required) = @_; return $required ? "**`$name`**" : "`$name`" }

sub gives {
  my ($operation) = @_;
  return 'nothing (204)' if $operation->{responses}{204};
  my $content = $operation->{responses}{200}{content} || {};
  my ($type) = $content->{'application/json'} ? 'application/json' : keys %$content;
  my $schema = $type ? $content->{$type}{schema} : {};
  return $type && $type ne 'application/json' ? "`$type`" : join ' or ', map { value($_) } $schema->{oneOf} ? @{ $schema->{oneOf} } : $schema;
}

sub value {
  my ($schema) = @_;
  return "`$1`" if ($schema->{'$ref'} // '') =~ m{/(\w+)$};
  return $schema->{items} ? 'list of ' . value($schema->{items}) : 'JSON';
}

1;
