import { expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { proofs } from './proofs.ts'

// With all guards in their places; `npm run attack -- guards` asks the same with each of them taken out.

test.for([...proofs])('kept out: $about', async (proof) => {
  expect(await proof.attempt(await testApp())).toBeNull()
})
