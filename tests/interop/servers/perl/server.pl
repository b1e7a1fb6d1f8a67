# Perl's SOAP::Lite as a server in SOAP encoding: every method writes what it got to stdout, and returns it.
use strict;
use warnings;
use Encode qw(encode decode);
use JSON::PP;
use SOAP::Transport::HTTP;

$| = 1;

package Registry;

my $json = JSON::PP->new->canonical;

sub record {
    my ($operation, $value) = @_;
    print $json->encode({ operation => $operation, args => [$value] }), "\n";
}

sub hex_of { my ($text) = @_; return unpack('H*', Encode::encode('UTF-8', $text // '')); }
sub bits_of { my ($text) = @_; return unpack('H*', pack('d>', $text)); }
# Without a type, SOAP::Lite would write letters beyond ASCII in base64, and guess the types of numbers.
sub typed { my ($type, $value) = @_; return SOAP::Data->type($type)->value($value); }
sub named { my ($name, $type, $value) = @_; return SOAP::Data->name($name)->type($type)->value($value); }

sub EchoText {
    my ($class, $text) = @_;
    record('EchoText', hex_of($text));
    return typed('string', $text // '');
}

sub EchoEntry {
    my ($class, $entry) = @_;
    my $mark = $entry->{mark};
    record('EchoEntry', $json->encode({
        id => "$entry->{id}",
        title => hex_of($entry->{title}),
        open => $entry->{open} =~ /^(1|true)$/ ? 'true' : 'false',
        mark => { label => hex_of($mark->{label}), weight => bits_of($mark->{weight}) },
    }));
    my $inner = SOAP::Data->name('mark')->value(\SOAP::Data->value(
        named('label', 'string', $mark->{label}),
        named('weight', 'double', sprintf('%.17g', $mark->{weight})),
    ));
    return SOAP::Data->value(\SOAP::Data->value(
        named('id', 'long', $entry->{id}), named('title', 'string', $entry->{title}),
        named('open', 'boolean', $entry->{open}), $inner,
    ));
}

sub EchoNumbers {
    my ($class, $numbers) = @_;
    my @items = @{ $numbers || [] };
    record('EchoNumbers', $json->encode([map { "$_" } @items]));
    return [map { typed('int', $_) } @items];
}

sub Measure {
    my ($class, $text) = @_;
    record('Measure', hex_of($text));
    return (typed('string', $text // ''), named('length', 'int', length($text // '')));
}

package main;

my $daemon = SOAP::Transport::HTTP::Daemon->new(LocalAddr => '127.0.0.1', LocalPort => $ARGV[0], ReuseAddr => 1);
$daemon->dispatch_with({ 'urn:registry' => 'Registry' });
print "{\"ready\":true}\n";
$daemon->handle;
