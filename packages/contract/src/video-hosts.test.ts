import { expect, test } from 'vitest'
import { playerAddress } from './video-hosts.ts'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
  [' https://video.example/a b ', 'https://video.example/a%20b'],
  ['http://video.example/1', null],
  ['javascript:alert(1)', null],
  ['https://user@video.example/', null],
  ['video', null],
])('%s is played at %s', (typed, address) => {
  expect(playerAddress(typed)).toBe(address)
})
