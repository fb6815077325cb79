# t/api/http/docs-samples.t: the code on /docs that verifies signatures accepts genuine deliveries and rejects changed ones
# Runs the code in each language that is installed, on the page's test vectors and on real deliveries before and during a secret's rotation.
use lib qw(t/lib lab/lib);
use Collab::File qw(write_file);
use Collab::Receiver qw(receiver);
use Collab::Test;
use Collab::Wait qw(run output);
use Digest::SHA qw(hmac_sha256);
use File::Temp qw(tempdir);
use MIME::Base64 qw(decode_base64 encode_base64);

my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
sub copied { my ($text) = @_; my %is = (quot => '"', amp => '&', lt => '<', gt => '>', '#39' => "'"); return $text =~ s/&(#?\w+);/$is{$1}/ger }

my $html = nobody->get('/docs')->{content};
my ($secret) = $html =~ m{<code id="secret">(whsec_[^<]+)</code>};
my %sample = map { copied($_) } $html =~ m{<pre class="sample" id="([\w.]+)">(.*?)</pre>}sg;
my @vectors = map { my ($head, $body) = split /\n\n/, copied($_), 2; { body => $body, headers => { map { /^(\S+): (.*)/ ? (lc $1, $2) : () } split /\n/, $head } } }
  $html =~ m{<pre class="delivery">(.*?)</pre>}sg;
is scalar @vectors, 8, 'the page has a test vector for each event';

subtest 'the test vectors have the headers and signatures of deliveries' => sub {
  my $x = exchange(request => 0);
  my $receiver = receiver();
  my %url = map { $_ => $receiver->url } qw(v1 v2);
  $x->submitter->post("/$_/webhooks", { callbackUrl => $url{$_} })->ok for qw(v1 v2);
  $x->open_request;
  my %names = map { my ($got) = $receiver->wait($url{$_}, 1); ($_ => [grep { /^(?:content-type|x-|webhook-)/ } sort keys %{ $got->{headers} }]) } keys %url;
  for my $vector (@vectors) {
    my %headers = %{ $vector->{headers} };
    my $v2 = exists $headers{'webhook-id'};
    is_deeply [sort keys %headers], $names{ $v2 ? 'v2' : 'v1' }, "$headers{'x-service-event'}: the headers of a delivery";
    ok Collab::Receiver::signed($vector, $secret), '… with a valid signature';
    next unless $v2;
    my $text = join '.', @headers{qw(webhook-id webhook-timestamp)}, $vector->{body};
    is $headers{'webhook-signature'}, 'v1,' . encode_base64(hmac_sha256($text, decode_base64($secret =~ s/^whsec_//r)), ''), '… and a valid Standard Webhooks signature';
  }
};

# Real deliveries before and during the rotation of a secret.
my $x = exchange();
my $receiver = receiver();
my $made = $x->receiver->post('/v2/webhooks', { callbackUrl => my $url = $receiver->url })->ok;
$x->submitter->post($x->notes, a_note())->ok;
my ($before) = $receiver->wait($url, 1);
my $new = $x->receiver->post("/v2/webhooks/$made->{id}/secret", { overlapSeconds => 3600 })->ok->{secret};
$x->submitter->post($x->notes, a_note())->ok;
my (undef, $during) = $receiver->wait($url, 2);

my @cases = (
  map({ [1, "the test vector of $_->{headers}{'x-service-event'}", $secret, $_] } @vectors[0, -1]),      # V2 and V1
  [1, 'a delivery', $made->{secret}, $before], [1, 'a delivery during a rotation, with the new secret', $new, $during], [1, '… with the replaced one', $made->{secret}, $during],
  [0, 'a changed body', $secret, { %{ $vectors[0] }, body => $vectors[0]{body} =~ s/1.0/1.1/r }], [0, 'another secret', $new, $before],
  [0, 'an extra line end', $made->{secret}, { %$before, body => "$before->{body}\n" }], [0, 'no signature', $made->{secret}, { %$before, headers => {} }],
  [0, 'a changed signature', $made->{secret}, { %$before, headers => { 'x-hub-signature-256' => $before->{headers}{'x-hub-signature-256'} =~ tr/0-9a-f/1-9a-f0/r } }],
  [0, 'a part of the signature', $made->{secret}, { %$before, headers => { 'x-hub-signature-256' => substr $before->{headers}{'x-hub-signature-256'}, 0, 40 } }]);
my $number = 0;
my @asked = map { my ($good, $about, $with, $delivery) = @$_; write_file(my $file = sprintf('%s/body%d', $dir, ++$number), $delivery->{body});
  [$good, $about, $with, map({ $delivery->{headers}{$_} // '' } qw(x-hub-signature-256 x-hub-signature-256-previous)), $file] } @cases;

# For each sample: main file, its text, required commands, build command, run command. The program's arguments: secret, the two headers, file.
my %program = (
  'verify.sh' => ['main.sh', ". ./verify.sh\nif is_genuine \"\$1\" \"\$4\" \"\$2\" \"\$3\"; then echo yes; else echo no; fi\n", [qw(sh openssl)], [], [qw(sh main.sh)]],
  'verify.py' => ['main.py', "import sys\nfrom verify import is_genuine\nnames = ['x-hub-signature-256', 'x-hub-signature-256-previous']\n"
    . "headers = {name: value for name, value in zip(names, sys.argv[2:4]) if value}\nprint('yes' if is_genuine(sys.argv[1], headers, open(sys.argv[4], 'rb').read()) else 'no')\n",
    ['/usr/bin/python3'], [], [qw(/usr/bin/python3 main.py)]],
  'verify.mjs' => ['main.mjs', "import { readFileSync } from 'node:fs';\nimport { isGenuine } from './verify.mjs';\nconst [secret, now, previous, file] = process.argv.slice(2);\n"
    . "const headers = { ...(now && { 'x-hub-signature-256': now }), ...(previous && { 'x-hub-signature-256-previous': previous }) };\n"
    . "console.log(isGenuine(secret, headers, readFileSync(file)) ? 'yes' : 'no');\n", ['node'], [], [qw(node main.mjs)]],
  'verify.php' => ['main.php', "<?php\nrequire 'verify.php';\n\$headers = array_filter(['x-hub-signature-256' => \$argv[2], 'x-hub-signature-256-previous' => \$argv[3]]);\n"
    . "echo isGenuine(\$argv[1], \$headers, file_get_contents(\$argv[4])) ? 'yes' : 'no', \"\\n\";\n", ['php'], [], [qw(php main.php)]],
  'Verify.java' => ['Main.java', "import java.nio.file.*;\nimport java.util.*;\nclass Main {\n  public static void main(String[] a) throws Exception {\n"
    . "    Map<String, String> headers = new HashMap<>();\n    if (!a[1].isEmpty()) headers.put(\"x-hub-signature-256\", a[1]);\n"
    . "    if (!a[2].isEmpty()) headers.put(\"x-hub-signature-256-previous\", a[2]);\n"
    . "    System.out.println(Verify.isGenuine(a[0], headers, Files.readAllBytes(Path.of(a[3]))) ? \"yes\" : \"no\");\n  }\n}\n",
    [qw(java javac)], [qw(javac Verify.java Main.java)], [qw(java -cp . Main)]],
  'Verify.cs' => ['Main.cs', "using System;\nusing System.Collections.Generic;\nusing System.IO;\nstatic class Program\n{\n    static void Main(string[] a)\n    {\n"
    . "        var headers = new Dictionary<string, string>();\n        if (a[1] != \"\") headers[\"x-hub-signature-256\"] = a[1];\n"
    . "        if (a[2] != \"\") headers[\"x-hub-signature-256-previous\"] = a[2];\n"
    . "        Console.WriteLine(Verify.IsGenuine(a[0], headers, File.ReadAllBytes(a[3])) ? \"yes\" : \"no\");\n    }\n}\n",
    [qw(mono mcs)], [qw(mcs -warnaserror -out:main.exe Verify.cs Main.cs)], [qw(mono main.exe)]]);
is_deeply [sort keys %sample], [sort keys %program], 'the page has code in these six languages';

# Debian packages of two languages that quickstart does not install, because they are large.
my %package = (java => 'default-jdk-headless', javac => 'default-jdk-headless', mono => 'mono-runtime', mcs => 'mono-mcs');
for my $name (sort keys %program) {
  my ($main, $text, $needs, $build, $command) = @{ $program{$name} };
  subtest "$name accepts genuine deliveries only" => sub {
    for my $need (@$needs) { (output('sh', '-c', "command -v $need"))[0] == 0 or plan skip_all => "$need is not installed" . ($package{$need} ? " (Debian: $package{$need})" : '') }
    mkdir my $place = "$dir/$name.d" or die "$dir: $!\n";
    write_file("$place/$name", "$sample{$name}\n");
    write_file("$place/$main", $text);
    my @in = ('env', '-C', $place, "HOME=$dir");
    if (@$build) { my ($status, $said) = output(@in, @$build); is $status, 0, 'it compiles' or return diag $said }
    for my $asked (@asked) {
      my ($good, $about, @arguments) = @$asked;
      my (undef, $said) = output(@in, @$command, @arguments);
      is $said =~ s/\s+\z//r, $good ? 'yes' : 'no', $about;
    }
  };
}

subtest 'the sample try_receiver sends a signed delivery with curl' => sub {
  my $tried = $receiver->url;
  write_file("$dir/verify.sh", "$sample{'verify.sh'}\n");
  write_file("$dir/body", $vectors[0]{body});
  run('sh', '-c', '. "$1"; try_receiver "$2" "$3" "$4"', 'sh', "$dir/verify.sh", $tried, $secret, "$dir/body");
  my ($got) = $receiver->wait($tried, 1);
  ok Collab::Receiver::signed($got, $secret), 'the receiver gets a valid signature';
  is $got->{body}, $vectors[0]{body}, '… and the same body, byte for byte';
};

done_testing;
