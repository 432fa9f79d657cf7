// The package has no types: these are the parts that the peer uses.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Details {
    prompt: { name: string }
    params: Record<string, unknown>
    session?: { accountId: string }
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    on(event: string, listener: (context: unknown, error: unknown) => void): void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Details>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<void>
    Client: {
      prototype: {
        redirectUriAllowed: (address: string) => boolean
        postLogoutRedirectUriAllowed: (address: string) => boolean
      }
    }
    Grant: new (of: {
      accountId: string
      clientId: string
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> }
  }
}
