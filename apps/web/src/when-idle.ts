/** When the browser has nothing else to do; soon where it does not tell. */
export function whenIdle(act: () => void): void {
  const wait = globalThis.requestIdleCallback ?? setTimeout
  wait(act)
}
