import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@learnt/contract/factors'

/** Whether this browser can use passkeys on this page: over https or on this machine, under a name and not an address. */
export function passkeysWork(): boolean {
  const { hostname } = location
  return window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(hostname)
}

/** What the person's passkey answers; null when none was used. The library comes with the first use. */
export async function answerByPasskey(request: PasskeyRequest): Promise<PasskeyAnswer | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const { id, response } = await startAuthentication({ optionsJSON: request })
    return {
      id,
      clientDataJSON: response.clientDataJSON,
      authenticatorData: response.authenticatorData,
      signature: response.signature,
      userHandle: response.userHandle || null,
    }
  } catch {
    return null
  }
}

/** A passkey made on this device or a key beside it; null when none was made. */
export async function makePasskey(creation: PasskeyCreation): Promise<NewPasskey | null> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    const { id, response } = await startRegistration({ optionsJSON: creation })
    return {
      id,
      clientDataJSON: response.clientDataJSON,
      attestationObject: response.attestationObject,
      transports: response.transports ?? [],
    }
  } catch {
    return null
  }
}

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** What to call this device when a passkey of it gets its name. */
export function thisSystem(): string | null {
  return systems.find(([pattern]) => pattern.test(navigator.userAgent))?.[1] ?? null
}
