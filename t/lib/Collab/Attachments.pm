# Fixtures of the attachment tests: two storages, a server that trusts the first storage, and exchanges whose parties use that storage.
#
#   with_storage('submitter')                   an exchange whose submitter keeps its attachments in $storage
#   send_form($party, $x, [files => 'a.txt', 'its bytes'])
#   beside('small', $directives)                another httpd on the suite's database
package Collab::Attachments;
use strict;
use warnings;
use Collab::Form;
use Collab::Server;
use Collab::Storage;
use Collab::Test;
use File::Temp ();
use Exporter 'import';
our @EXPORT = qw($dir $storage $there $hosts $server beside config https files a_config send_form with_storage ANSWER);

our $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
our $storage = Collab::Storage->start("$dir/storage");
our $there = Collab::Storage->start("$dir/there");
our $hosts = "CollabOutboundHost there.storage.example 127.0.0.1\nCollabDispatcher Off\n";
our $server = beside('main', $storage->directives . $hosts);

# Another httpd on the suite's database. Each server accepts the other's access tokens.
sub beside {
  my ($name, $extra, %option) = @_;
  my %dsn = map { my $user = $_; ($user => $ENV{COLLAB_TEST_DSN} =~ s/user=\S+/user=collab_$user/r) } qw(api dispatch);
  return Collab::Server->start("$dir/$name", extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\n$extra", api_dsn => $dsn{api}, dispatch_dsn => $dsn{dispatch}, %option);
}

sub config { return $_[0]->path . '/attachments/config' }
sub https  { return $_[0]->path . '/attachments/config/https' }
sub files  { return $_[0]->path . '/attachments' }
sub a_config { return { domain => 'files.partner.example', password => 'pass word:1', expiration => '2099-01-01T00:00:00Z', httpsPath => '/in', httpsPort => 8443, @_ } }
sub send_form { my ($party, $x, @parts) = @_; my ($body, %option) = a_form(@parts); return $party->request('POST', files($x), body => $body, %option) }

# An exchange on the server that trusts the storage. Each party named in @sides gets $storage as its storage: the receiver the folder
# `in`, the submitter `ours`. All exchanges have the same folders.
sub with_storage {
  my (@sides) = @_;
  my $x = exchange();
  $_ = $_->at($server) for @{$x}{qw(submitter receiver stranger)};
  for my $side (@sides) {
    my $party = $x->$side;
    $party->put(https($x), $storage->config(httpsPath => $side eq 'submitter' ? '/ours' : '/in'))->ok;
    $storage->let($side eq 'submitter' ? 'CASE-1' : $x->token);
  }
  return $x;
}

use constant ANSWER => { fileName => 'text', receiverStatus => 'text', submitterStatus => 'text', receiverMessage => 'text?', submitterMessage => 'text?',
  completeSuccess => 'boolean', partialSuccess => 'boolean' };

1;
