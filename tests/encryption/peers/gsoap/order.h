//gsoap o service name: order
//gsoap o service namespace: urn:o
//gsoap o schema elementForm: qualified
#import "wsse.h"
int o__order(char *item, char **done);
