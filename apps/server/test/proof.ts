/** Whether `npm run proof` runs this in full; CI runs a short sample. */
export const isProof = process.env.LEARNT_PROOF === 'yes'

/** The first few in CI, all of them in `npm run proof`. */
export function sampleForCi<T>(all: readonly T[], count = 1): readonly T[] {
  return isProof ? all : all.slice(0, count)
}
