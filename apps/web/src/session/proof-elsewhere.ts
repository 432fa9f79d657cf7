const name = 'learnt.proof'

/** Says to this browser's other windows that the provider has said who is there. */
export function tellProof(): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage('proved')
  channel.close()
}

/** A hint, nothing more: what was proved the server says. */
export function listenForProof(hear: () => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = hear
  return () => channel.close()
}
