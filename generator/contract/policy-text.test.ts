import { contractOf, wsdl } from '../../tests/support/descriptors.js';
import { describeContract } from '../commands/outline.js';
import { alternativeTexts } from './policy-text.js';

const policy = `<p:Policy xmlns:p="http://www.w3.org/ns/ws-policy" xmlns:s="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702">
  <p:ExactlyOne>
    <s:SymmetricBinding><p:Policy>
      <s:ProtectionToken><p:Policy><s:SecureConversationToken><p:Policy><s:RequireDerivedKeys/><s:BootstrapPolicy><p:Policy><s:Wss10/></p:Policy></s:BootstrapPolicy></p:Policy></s:SecureConversationToken></p:Policy></s:ProtectionToken>
      <s:AlgorithmSuite><p:Policy><s:Basic256/></p:Policy></s:AlgorithmSuite><s:Layout><p:Policy><s:Lax/></p:Policy></s:Layout><s:IncludeTimestamp/>
    </p:Policy></s:SymmetricBinding>
    <p:All>
      <s:SignedSupportingTokens><p:Policy><s:UsernameToken s:IncludeToken="urn:x/Always"/><s:SignedElements><s:XPath>//a</s:XPath></s:SignedElements></p:Policy></s:SignedSupportingTokens>
      <s:SignedParts><s:Body/><s:Header Namespace="urn:h"/><s:Attachments/></s:SignedParts>
      <e:Log xmlns:e="urn:e" p:Ignorable="true"/>
    </p:All>
  </p:ExactlyOne>
</p:Policy>`;

it('a policy is shown in the outline, one alternative in a line', async () => {
  const { contract } = await contractOf({
    'a.wsdl': wsdl(
      `<message name="m"><part name="parameters" element="t:Go"/></message>
       <portType name="pt"><operation name="Go"><input message="t:m"/></operation><operation name="Run"><input message="t:m"/></operation></portType>
       <binding name="b" type="t:pt">${policy}<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
         ${['Go', 'Run'].map((name) => `<operation name="${name}"><soap:operation soapAction="urn:${name}"/><input><soap:body use="literal"/></input></operation>`).join('')}</binding>
       <service name="Svc"><port name="p" binding="t:b"><soap:address location="http://example/"/></port></service>`,
      '<x:element name="Go" type="x:int"/>',
    ),
  });
  expect(describeContract(contract)).toContain(
    [
      '  policy   requests at p: Go, Run',
      '    SymmetricBinding (Basic256, Lax, IncludeTimestamp, ProtectionToken: SecureConversationToken (RequireDerivedKeys, begins with Wss10))',
      '    or SignedSupportingTokens (UsernameToken (Always), SignedElements (//a)), SignedParts (Body, header {urn:h}*, attachments), Log, which may be ignored',
      '',
    ].join('\n'),
  );
});

it('a policy that demands nothing, and one that nothing satisfies, say so', () => {
  expect(alternativeTexts([[]])).toEqual(['no demand']);
  expect(alternativeTexts([])).toEqual(['nothing satisfies it']);
});
