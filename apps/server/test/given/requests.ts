import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { takeInHand } from '../../src/platform/give-way.ts'

/** A request that is worked at until its answer has gone (`answered`) or its connection (`lost`), at the latest with the test. */
export function givenRequestInHand() {
  const response = new EventEmitter()
  takeInHand(response as ServerResponse)
  const lost = () => void response.emit('close')
  onTestFinished(lost)
  return {
    answered: () => {
      response.emit('finish')
      lost()
    },
    lost,
  }
}
