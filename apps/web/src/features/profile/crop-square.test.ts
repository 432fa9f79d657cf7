import { expect, it } from 'vitest'
import { placed, placeOf, roomOf, wholeSquare, zoomed } from './crop-square.ts'

const wide = { width: 400, height: 200 }

it('keeps the square within the picture, however it is moved and zoomed', () => {
  const whole = wholeSquare(wide)
  expect(whole).toEqual({ left: 0.25, top: 0, side: 1 })
  expect(roomOf(wide, 1)).toEqual({ x: 0.5, y: 0 })
  // upwards and downwards it cannot go
  expect(placed(wide, whole, 2, 2)).toEqual({ left: 0.5, top: 0, side: 1 })
  const near = zoomed(wide, whole, 0.5)
  expect(near).toEqual({ left: 0.375, top: 0.25, side: 0.5 })
  expect(placeOf(wide, near)).toEqual({ x: 0.5, y: 0.5 })
  const corner = placed(wide, near, 1, 1)
  expect(corner).toEqual({ left: 0.75, top: 0.5, side: 0.5 })
  // grown again at the edge, it is moved into the picture
  expect(zoomed(wide, corner, 1)).toEqual({ left: 0.5, top: 0, side: 1 })
})
