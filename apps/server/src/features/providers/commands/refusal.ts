/**
 * Why a provider's answer was not taken.
 * - `said`: the provider itself refused; `description` are its words
 * - `unreachable`: it did not answer, or not in a way that can be read; may be better in a moment
 * - `refused`: what it answered does not hold
 */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
  readonly why: 'said' | 'unreachable' | 'refused'
  /** Code of the provider: `access_denied`. */
  readonly code: string
  readonly description: string

  constructor(why: ProviderRefusal['why'], of: { code?: string; description?: string; cause?: unknown } = {}) {
    super(of.description || of.code || why, { cause: of.cause })
    this.why = why
    this.code = of.code ?? ''
    this.description = of.description ?? ''
  }
}
