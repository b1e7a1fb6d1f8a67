//gsoap ns service name: Notes
//gsoap ns service namespace: http://notes.example/
//gsoap ns schema form: qualified
//gsoap ns service method-action: Echo "http://notes.example/Notes/Echo"
//gsoap ns service style: document
//gsoap ns service encoding: literal
#import "wsa5.h"
#import "wsse.h"
struct ns__EchoResponse { char *text; };
int ns__Echo(char *text, struct ns__EchoResponse *response);
