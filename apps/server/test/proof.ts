/** Whether `npm run proof` runs this, which has all of it; CI has a short sample. */
export const isProof = process.env.LEARNT_PROOF === 'yes'

/** The first ones in CI, all of them in `npm run proof`. */
export function sampleForCi<T>(all: readonly T[], count = 1): readonly T[] {
  return isProof ? all : all.slice(0, count)
}
