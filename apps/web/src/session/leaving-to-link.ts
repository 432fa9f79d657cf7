const key = 'learnt.leftToLink'

/** Marks that this tab has left for a provider to link an account there: the way back is for the person who is signed in. */
export function leaveToLink(): void {
  try {
    sessionStorage.setItem(key, 'yes')
  } catch {
    // without storage the way back leads to the teams, and nothing is linked
  }
}

export function forgetLeaving(): boolean {
  try {
    const left = sessionStorage.getItem(key) !== null
    sessionStorage.removeItem(key)
    return left
  } catch {
    return false
  }
}
