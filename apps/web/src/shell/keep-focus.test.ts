import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepFocus } from './keep-focus.ts'

let stop: () => void
beforeEach(() => {
  document.body.innerHTML =
    '<main id="content"><div id="page"><ul id="list"><li id="row"><button id="end">End</button></li></ul></div></main>'
  stop = keepFocus()
})
afterEach(() => stop())

const find = (id: string) => document.getElementById(id) as HTMLElement
const hasFocus = (id: string) => vi.waitFor(() => expect(document.activeElement).toBe(find(id)), { timeout: 10_000 })
const soon = () => new Promise((resolve) => setTimeout(resolve, 100))

test('what is around a button takes the focus when the button goes away', async () => {
  find('end').focus()
  find('row').remove()
  await hasFocus('list')
})

test('so it is with a button that is switched off while it is asked', async () => {
  find('end').focus()
  find('end').setAttribute('disabled', '')
  find('end').blur()
  await hasFocus('row')
})

test('somebody who has gone on meanwhile is left in peace', async () => {
  find('end').focus()
  find('page').insertAdjacentHTML('beforeend', '<input id="next">')
  find('next').focus()
  find('row').remove()
  await soon()
  expect(document.activeElement).toBe(find('next'))
})

test('another page is left to those who open it', async () => {
  find('end').focus()
  find('content').innerHTML = '<div id="page"><h1>Another</h1></div>'
  await soon()
  expect(document.activeElement).toBe(document.body)
})
