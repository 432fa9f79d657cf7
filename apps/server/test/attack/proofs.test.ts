import { expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { proofs } from './proofs.ts'

// With all guards in place; `npm run attack -- guards` repeats this with each of them removed.

test.for([...proofs])('refuses to show or change: $about', async (proof) => {
  expect(await proof.attempt(await testApp())).toBeNull()
})
