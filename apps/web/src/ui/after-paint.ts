/** Frames do not come to a window that nobody sees. */
const patienceMs = 250

/** Does something when the next frame has been painted. Returns how to leave it. */
export function afterPaint(act: () => void): () => void {
  let frame = 0
  let timer: ReturnType<typeof setTimeout>
  const go = () => {
    leave()
    act()
  }
  const leave = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  timer = setTimeout(go, patienceMs)
  frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(go)
  })
  return leave
}
