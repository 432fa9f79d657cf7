import * as samlify from 'samlify'
import { makeOwnKey } from '../../src/features/providers/commands/own-certificate.ts'
import { listen } from './listen.ts'

samlify.setSchemaValidator({ validate: async () => 'skipped' })

export interface SamlPerson {
  readonly nameId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

/** Faults of an answer: values that replace the right ones. */
export interface SamlForgery {
  readonly audience?: string
  readonly recipient?: string
  readonly issuer?: string
  readonly inResponseTo?: string
  /** Minutes from now. */
  readonly notOnOrAfter?: number
  readonly notBefore?: number
  /** The status of the answer; names of the three attributes; a SHA-1 signature. */
  readonly status?: string
  readonly attributeNames?: readonly [email: string, firstName: string, lastName: string]
  readonly sha1?: boolean
  /** The session index, and when the person proved who they are, in minutes from now. */
  readonly sessionIndex?: string
  readonly shown?: number
}

/** A request to sign out, with values that replace the right ones. */
export interface SignOut {
  readonly binding?: 'redirect' | 'post'
  readonly sessions?: readonly string[]
  readonly nameId?: string
  readonly relayState?: string
  readonly issuer?: string
  readonly destination?: string
  /** Minutes from now. */
  readonly issued?: number
  readonly notOnOrAfter?: number
  readonly isUnsigned?: boolean
  readonly algorithm?: string
  /** Signed with a key that the metadata does not have. */
  readonly withOtherKey?: boolean
}

export interface SamlPeer {
  readonly origin: string
  readonly entityId: string
  /** The identity provider's metadata, as an administrator pastes it. */
  readonly metadata: string
  person: SamlPerson
  /** Encrypt assertions for the service. */
  encrypts: boolean
  forgery: SamlForgery
  /** Changes the answer after it was signed. */
  tamper: (xml: string) => string
  /** Sets the service's metadata address, which is read at every sign-in. */
  serviceMetadata: () => Promise<string>
  /** An answer without a request. */
  unasked(): Promise<string>
  /** Tells the service that somebody has signed out here: returns the address, or for `post` the form. */
  signOutRequest(of?: SignOut): Promise<{ address: string; form: Record<string, string> }>
  /** Which request the service confirms, by the address that it redirects a browser to. */
  readSignedOut(address: string): Promise<{ inResponseTo: string; status: string }>
  /** Who wants to sign out, by the address that a browser was redirected to; throws if the signature is invalid. */
  readSignOut(address: string): Promise<{ nameId: string; issuer: string }>
  close(): Promise<void>
}

/** A SAML identity provider (the package samlify) with a person already signed in. */
export async function samlPeer(of: { port?: number } = {}): Promise<SamlPeer> {
  const server = await listen(of.port)
  const { origin } = server
  const entityId = `${origin}/metadata`
  const { key, certificate } = await makeOwnKey('The peer', new Date())
  const template = samlify.SamlLib.defaultLoginResponseTemplate
  const idp = samlify.IdentityProvider({
    entityID: entityId,
    privateKey: key,
    signingCert: certificate,
    isAssertionEncrypted: false,
    wantAuthnRequestsSigned: true,
    singleSignOnService: [
      { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: `${origin}/sso` },
      { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', Location: `${origin}/sso` },
    ],
    nameIDFormat: ['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    loginResponseTemplate: {
      ...template,
      context: template.context,
      attributes: [
        { name: 'email', valueTag: 'email', nameFormat: basic, valueXsiType: 'xs:string' },
        { name: 'firstName', valueTag: 'firstName', nameFormat: basic, valueXsiType: 'xs:string' },
        { name: 'lastName', valueTag: 'lastName', nameFormat: basic, valueXsiType: 'xs:string' },
      ],
    },
  })
  const encrypting = samlify.IdentityProvider({
    ...idp.entitySetting,
    entityID: entityId,
    isAssertionEncrypted: true,
    privateKey: key,
    signingCert: certificate,
  })

  const outdated = samlify.IdentityProvider({
    ...idp.entitySetting,
    entityID: entityId,
    privateKey: key,
    signingCert: certificate,
    requestSignatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  })

  const signingOut = samlify.IdentityProvider({
    ...idp.entitySetting,
    entityID: entityId,
    privateKey: key,
    signingCert: certificate,
    wantLogoutRequestSigned: true,
    singleLogoutService: [{ Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: `${origin}/slo` }],
    wantLogoutResponseSigned: true,
  })
  const stranger = await makeOwnKey('The peer', new Date())

  async function answer(requestId: string, relayState: string): Promise<string> {
    const service = samlify.ServiceProvider({ metadata: await peer.serviceMetadata() })
    const acs = String(service.entityMeta.getAssertionConsumerService('post'))
    const { forgery, person } = peer
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const id = `_${crypto.randomUUID()}`
    const until = at(forgery.notOnOrAfter ?? 5)
    const statement =
      forgery.sessionIndex === undefined
        ? ''
        : `<saml:AuthnStatement AuthnInstant="${at(forgery.shown ?? 0)}" SessionIndex="${forgery.sessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`
    const values: Record<string, string> = {
      ID: id,
      AssertionID: `_${crypto.randomUUID()}`,
      Destination: acs,
      Audience: forgery.audience ?? String(service.entityMeta.getEntityID()),
      SubjectRecipient: forgery.recipient ?? acs,
      Issuer: forgery.issuer ?? entityId,
      IssueInstant: at(0),
      StatusCode: forgery.status ?? 'urn:oasis:names:tc:SAML:2.0:status:Success',
      ConditionsNotBefore: at(forgery.notBefore ?? -1),
      ConditionsNotOnOrAfter: until,
      SubjectConfirmationDataNotOnOrAfter: until,
      NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      NameID: person.nameId,
      InResponseTo: forgery.inResponseTo ?? requestId,
      AuthnStatement: '',
      attrEmail: person.email,
      attrFirstName: person.firstName,
      attrLastName: person.lastName,
    }
    const one = peer.encrypts ? encrypting : forgery.sha1 ? outdated : idp
    const [email, firstName, lastName] = forgery.attributeNames ?? ['email', 'firstName', 'lastName']
    const request = requestId === '' ? {} : { extract: { request: { id: requestId } } }
    const made = await one.createLoginResponse(
      service,
      request as never,
      'post',
      { email: person.email },
      (text: string) => {
        // Values are filled in as text.
        const named = text
          .replace('{AuthnStatement}', statement)
          .replace('Name="email"', `Name="${email}"`)
          .replace('Name="firstName"', `Name="${firstName}"`)
          .replace('Name="lastName"', `Name="${lastName}"`)
        const clean = requestId === '' ? named.replaceAll(' InResponseTo="{InResponseTo}"', '') : named
        return { id, context: samlify.SamlLib.replaceTagsByValue(clean, values) }
      },
      peer.encrypts,
      relayState,
    )
    return peer.tamper === same
      ? made.context
      : Buffer.from(peer.tamper(Buffer.from(made.context, 'base64').toString())).toString('base64')
  }

  const peer: SamlPeer = {
    origin,
    entityId,
    metadata: idp.getMetadata(),
    person: { nameId: 'person-1', email: 'person@example.test', firstName: 'Pat', lastName: 'Person' },
    encrypts: false,
    forgery: {},
    tamper: same,
    serviceMetadata: async () => {
      throw new Error('Say who the service is')
    },
    unasked: () => answer('', ''),
    signOutRequest: async (of = {}) => {
      const { binding = 'redirect', sessions = [], isUnsigned = false, relayState = '' } = of
      const service = samlify.ServiceProvider({
        metadata: await peer.serviceMetadata(),
        wantLogoutRequestSigned: !isUnsigned,
      })
      const asking = samlify.IdentityProvider({
        ...signingOut.entitySetting,
        entityID: entityId,
        privateKey: of.withOtherKey ? stranger.key : key,
        signingCert: of.withOtherKey ? stranger.certificate : certificate,
        requestSignatureAlgorithm: of.algorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      })
      const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
      const id = `_${crypto.randomUUID()}`
      const text = [
        '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"',
        ` ID="${id}" Version="2.0" IssueInstant="${at(of.issued ?? 0)}"`,
        of.notOnOrAfter === undefined ? '' : ` NotOnOrAfter="${at(of.notOnOrAfter)}"`,
        ` Destination="${of.destination ?? service.entityMeta.getSingleLogoutService(binding)}">`,
        `<saml:Issuer>${of.issuer ?? entityId}</saml:Issuer>`,
        `<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${of.nameId ?? peer.person.nameId}</saml:NameID>`,
        ...sessions.map((one) => `<samlp:SessionIndex>${one}</samlp:SessionIndex>`),
        '</samlp:LogoutRequest>',
      ].join('')
      const user = { logoutNameID: of.nameId ?? peer.person.nameId }
      const made = asking.createLogoutRequest(service, binding, user, {
        relayState,
        customTagReplacement: () => ({ id, context: text }),
      }) as { context: string }
      return binding === 'redirect'
        ? { address: made.context, form: {} }
        : { address: '', form: { SAMLRequest: made.context, ...(relayState && { RelayState: relayState }) } }
    },
    readSignedOut: async (address) => {
      const { search, searchParams } = new URL(address)
      const service = samlify.ServiceProvider({ metadata: await peer.serviceMetadata() })
      const { extract } = await signingOut.parseLogoutResponse(service, 'redirect', {
        query: Object.fromEntries(searchParams),
        octetString: search.slice(1).split('&Signature=')[0] ?? '',
      } as never)
      const { response, status } = extract as { response: { inResponseTo: string }; status?: string }
      return { inResponseTo: response.inResponseTo, status: String(status ?? '') }
    },
    readSignOut: async (address) => {
      const { search, searchParams } = new URL(address)
      const service = samlify.ServiceProvider({ metadata: await peer.serviceMetadata() })
      const { extract } = await signingOut.parseLogoutRequest(service, 'redirect', {
        query: Object.fromEntries(searchParams),
        octetString: search.slice(1).split('&Signature=')[0] ?? '',
      } as never)
      const { nameID, issuer } = extract as { nameID: string; issuer: string }
      return { nameId: nameID, issuer }
    },
    close: () => server.close(),
  }

  server.serve((request, response) => {
    const url = new URL(request.url ?? '/', origin)
    if (url.pathname !== '/sso') return void response.writeHead(204).end()
    void (async () => {
      const service = samlify.ServiceProvider({ metadata: await peer.serviceMetadata() })
      const asked = await idp.parseLoginRequest(service, 'redirect', {
        query: Object.fromEntries(url.searchParams),
        // Signed over the query exactly as received.
        octetString: url.search.slice(1).split('&Signature=')[0] ?? '',
      } as never)
      const relayState = url.searchParams.get('RelayState') ?? ''
      const text = await answer(String((asked.extract.request as { id?: string } | undefined)?.id), relayState)
      const acs = String(service.entityMeta.getAssertionConsumerService('post'))
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(postingPage(acs, { SAMLResponse: text, RelayState: relayState }))
    })().catch((error: unknown) => {
      console.error('saml peer', error)
      response.writeHead(500).end(String(error))
    })
  })
  return peer
}

const basic = 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic'
export const same = (xml: string): string => xml

/** A page that submits itself, as identity providers answer. */
function postingPage(action: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
  return `<!doctype html><body onload="document.forms[0].submit()"><form method="post" action="${action}">${inputs.join('')}</form>`
}
