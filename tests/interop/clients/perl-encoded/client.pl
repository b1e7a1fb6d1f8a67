# Perl's SOAP::Lite as a client in SOAP encoding: a call a line on stdin, its result a line on stdout.
use strict;
use warnings;
use Encode qw(decode encode);
use JSON::PP;
use SOAP::Lite;

$| = 1;
my $json = JSON::PP->new->canonical;

sub text_of { return decode('UTF-8', pack('H*', $_[0])); }
sub hex_of { return defined $_[0] ? unpack('H*', encode('UTF-8', $_[0])) : 'null'; }
sub double_of { return sprintf('%.17g', unpack('d>', pack('H*', $_[0]))); }
sub bits_of { return unpack('H*', pack('d>', $_[0])); }
sub named { my ($name, $type, $value) = @_; return SOAP::Data->name($name)->type($type)->value($value); }
sub struct { my ($name, @members) = @_; return SOAP::Data->name($name)->value(\SOAP::Data->value(@members)); }

my %arguments = (
    EchoText => sub { named('text', 'string', text_of($_[0])) },
    Measure => sub { named('text', 'string', text_of($_[0])) },
    EchoNumbers => sub {
        my @items = map { SOAP::Data->type('int')->value($_) } @{ $json->decode($_[0]) };
        return SOAP::Data->name('numbers')->value(\@items);
    },
    EchoEntry => sub {
        my $entry = $json->decode($_[0]);
        my $mark = $entry->{mark};
        return struct('entry',
            named('id', 'long', $entry->{id}), named('title', 'string', text_of($entry->{title})),
            named('open', 'boolean', $entry->{open}),
            struct('mark', named('label', 'string', text_of($mark->{label})), named('weight', 'double', double_of($mark->{weight}))));
    },
);

my %results = (
    EchoText => sub { ('string', hex_of($_[0]->result)) },
    Measure => sub { ('data', $json->encode({ return => hex_of($_[0]->result), length => '' . $_[0]->paramsout })) },
    EchoNumbers => sub { ('data', $json->encode([map { "$_" } @{ $_[0]->result || [] }])) },
    EchoEntry => sub {
        my $entry = $_[0]->result;
        my $mark = { label => hex_of($entry->{mark}{label}), weight => bits_of($entry->{mark}{weight}) };
        my %members = (id => "$entry->{id}", title => hex_of($entry->{title}), open => $entry->{open} ? 'true' : 'false', mark => $mark);
        return ('data', $json->encode(\%members));
    },
);

my $version = '';
while (my $line = <STDIN>) {
    my $call = decode_json($line);
    my $operation = $call->{operation};
    my ($type, $value) = eval {
        # The version of SOAP is global, whatever object it is set on.
        my $wanted = $call->{binding} eq 'soap12' ? '1.2' : '1.1';
        SOAP::Lite->soapversion($version = $wanted) if $wanted ne $version;
        my $client = SOAP::Lite->new->encoding('utf-8')->default_ns('urn:registry')->on_fault(sub { $_[1] })
            ->on_action(sub { '"urn:registry#' . $_[1] . '"' })->proxy("$ENV{INTEROP_BASE_URL}/Registry");
        my $answer = $client->call($operation, $arguments{$operation}->($call->{args}[0]{value}));
        !ref $answer ? ('error', hex_of($client->transport->status))
            : $answer->fault ? ('fault', hex_of($answer->faultstring || $answer->valueof('//Fault/Reason/Text')))
            : $results{$operation}->($answer);
    };
    ($type, $value) = ('error', hex_of($@)) if $@;
    print encode_json({ id => $call->{id}, type => $type, value => "$value" }), "\n";
}
