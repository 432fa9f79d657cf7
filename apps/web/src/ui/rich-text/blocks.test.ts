import { Editor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { expect, test } from 'vitest'
import { newColumns, pageBlocks } from './blocks.ts'
import { insertBlock } from './insert-block.ts'
import { newTable, Tables } from './tables.ts'

const editorOf = (content: string) =>
  new Editor({
    extensions: [StarterKit, Tables, pageBlocks({ callout: (kind) => `Named ${kind}`, video: 'Video' })],
    content,
  })

test.each([
  '<table><tbody><tr><th scope="col"><p>a</p></th></tr><tr><td><p>b</p></td></tr></tbody></table><p>c</p>',
  '<aside data-callout="warning"><p>a</p><ul><li><p>b</p></li></ul></aside><p>c</p>',
  '<div data-columns="2"><div data-column="true"><p>a</p></div><div data-column="true"><p>b</p></div></div><p>c</p>',
  '<figure data-video="https://v.example/1?a=b"><figcaption>a</figcaption></figure><p>c</p>',
  '<p>H<sub>2</sub>O</p><pre><code>a &lt; b</code></pre><p>c</p>',
])('what the server keeps comes back as it was: %s', (html) => {
  const editor = editorOf(html)
  expect(editor.getHTML()).toBe(html)
  editor.destroy()
})

test('keeps the words of a picture, and that it is decoration', () => {
  const editor = editorOf('<img src="/files/a" alt="A door"><img src="/files/b" alt="" data-decoration="true"><p>c</p>')
  expect(editor.getHTML()).toBe(
    '<img src="/files/a" alt="A door"><img src="/files/b" alt="" data-decoration="true"><p>c</p>',
  )
  editor.destroy()
})

test('a new block takes the next words', () => {
  for (const [block, words] of [
    [newTable(), '<th scope="col"><p>here</p></th>'],
    [newColumns(3), '<div data-column="true"><p>here</p></div>'],
    [
      { type: 'callout', attrs: { kind: 'tip' }, content: [{ type: 'paragraph' }] },
      '<aside data-callout="tip"><p>here</p>',
    ],
    [{ type: 'codeBlock' }, '<pre><code>here</code></pre>'],
  ] as const) {
    const editor = editorOf('<p>before</p>')
    editor.commands.setTextSelection(editor.state.doc.content.size - 1)
    insertBlock(editor, block)
    editor.view.dispatch(editor.state.tr.insertText('here'))
    expect(editor.getHTML()).toContain(words)
    expect(editor.getHTML()).toContain('<p>before</p>')
    editor.destroy()
  }
})
