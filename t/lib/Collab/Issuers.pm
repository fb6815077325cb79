# Fixtures of the tests of external issuers: three issuers, a server that trusts them, a user of the first and a principal of the second.
#
#   me($id->token('u1', sub => 'ada|7'))        the answer to GET /v1/me with that token
#   with($token)                                a caller with that token
#   soon { … } 'what';                          tests that the condition becomes true within 15 s
#   logged('ada|7', 'o-1')                      tests that the access log names each of them with status 200
#   BEGIN { $Collab::Issuers::more = "…" }      more directives for the server; set it before `use`
package Collab::Issuers;
use strict;
use warnings;
use Collab::Issuer;
use Collab::Stack;
use Collab::Test;
use File::Temp ();
use Exporter 'import';
our @EXPORT = qw($guid $id $login $late $names $stack $x $ada $bot_mail with me soon logged);

our $more;
our $guid = '6e74172b-be56-4843-9ff4-e66a39bb12e3';
our $id = issuer('https://id.example', audience => 'api://exchange')->key('u1', 'ES256')->key('u2', 'EdDSA')->key('u3', 'RS256')->key('u4', 'PS256');
our $login = issuer('https://login.example/tenant', audience => $guid)->key('s1', 'RS256', alg => undef);
our $late = issuer('https://late.example', audience => $guid)->key('l1', 'ES256')->answer(500, 'not yet');
our $names = File::Temp->new(TEMPLATE => 'cl-namesXXXXXX', DIR => '/tmp');
our $stack = stack(timers => { keyfile => 500, watch => 200, keep => 400 }, extra => join "\n",
  'CollabTrustedIssuer https://id.example api://exchange ' . $id->file . ' user',
  "CollabTrustedIssuer https://login.example/tenant $guid " . $login->keys_url . ' principal refresh=1',
  "CollabTrustedIssuer https://late.example $guid " . $late->keys_url . ' user refresh=1',
  "CustomLog \"$names\" \"%u %>s\"", $more // ());

sub with { my ($token) = @_; return Collab::Party->new(username => '', token => $token) }
sub me { my ($token) = @_; return with($token)->get('/v1/me') }
sub soon (&$) { my ($condition, $what) = @_; ok wait_for(\&$condition, 15, $what), $what }

sub logged {
  my @who = @_;
  my %seen;
  wait_for {      # httpd logs a request after its response
    open my $in, '<', "$names" or die "$names: $!\n";
    %seen = map { /^(\S+) 200$/ ? ($1 => 1) : () } <$in>;
    @who == grep { $seen{$_} } @who;
  } 10;
  ok $seen{$_}, "the access log names user $_" for @who;
}

our $x = exchange();
our $ada = $x->submitter;
our $bot_mail = 'bot@' . $ada->company->{domain};
collabctl('user', 'set', $ada->username, '--issuer', $id->name, '--subject', 'ada|7');
collabctl('principal', 'add', 'Acme Bot', '--company', $ada->company->{id}, '--email', $bot_mail, '--issuer', $login->name, '--oid', 'o-1');

1;
