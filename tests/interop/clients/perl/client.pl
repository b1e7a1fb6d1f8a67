# Perl's SOAP::Lite as a client: a call a line on stdin, its result a line on stdout.
use strict;
use warnings;
use Encode qw(decode encode);
use JSON::PP;
use SOAP::Lite;

$| = 1;
my $base = $ENV{INTEROP_BASE_URL};
my $namespace = $ENV{INTEROP_NAMESPACE};
my $geo = $ENV{INTEROP_GEO_NAMESPACE};
my %types = (string => 'string', int => 'int', long => 'long', double => 'double', boolean => 'boolean', char => 'unsignedShort', enum => 'string');

sub value_of {
    my ($arg) = @_;
    my ($type, $text) = @$arg{qw(type value)};
    return decode('UTF-8', pack('H*', $text)) if $type eq 'string';
    return $text if $type ne 'double';
    my $double = unpack('d>', pack('H*', $text));
    return 'NaN' if $double != $double;
    return $double > 0 ? 'INF' : '-INF' if $double * 0 != 0;
    return sprintf('%.17g', $double);
}

my %clients;
my $version = '';
sub client {
    my ($service, $binding) = @_;
    # The version of SOAP is global, whatever object it is set on.
    my $wanted = $binding eq 'soap12' ? '1.2' : '1.1';
    if ($wanted ne $version) {
        $version = $wanted;
        %clients = ();
        SOAP::Lite->soapversion($version);
    }
    return $clients{"$service $binding"} //= do {
        my $locator = $service eq 'AddressLocator';
        my $uri = $locator ? $geo : $namespace;
        my $separator = $locator ? 'IAddressLocator/' : '/';  # the address locator's namespace ends in a slash
        SOAP::Lite->new
            ->encoding('utf-8')
            ->default_ns($uri)
            ->on_action(sub { '"' . $uri . $separator . $_[1] . '"' })
            ->on_fault(sub { $_[1] })
            ->proxy($base . ($locator ? '/geosrvex/AddressLocator.svc' : "/$service.asmx"), keep_alive => 1);
    };
}

while (my $line = <STDIN>) {
    my $call = decode_json($line);
    my ($type, $value) = eval {
        my $client = client($call->{service}, $call->{binding});
        my @data = map { SOAP::Data->name($_->{name})->type($types{$_->{type}})->value(value_of($_)) } @{ $call->{args} };
        my $answer = $client->call($call->{operation}, @data);
        if (!ref $answer) {
            ('error', unpack('H*', encode('UTF-8', $client->transport->status)));
        } elsif ($answer->fault) {
            my $reason = $call->{binding} eq 'soap12' ? $answer->valueof('//Fault/Reason/Text') : $answer->faultstring;
            ('fault', unpack('H*', encode('UTF-8', $reason // '')));
        } else {
            my $result = $answer->result;
            my $text = $call->{operation} eq 'GetErrorDesc' || $call->{service} eq 'AddressLocator';
            !defined $result ? ('null', '') : $text ? ('string', unpack('H*', encode('UTF-8', $result))) : ('int', $result);
        }
    };
    ($type, $value) = ('error', unpack('H*', encode('UTF-8', $@))) if $@;
    print encode_json({ id => $call->{id}, type => $type, value => "$value" }), "\n";
}
