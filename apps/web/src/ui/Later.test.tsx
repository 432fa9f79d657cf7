import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Later } from './Later.tsx'

// What the server renderer writes is what the first frame has.
test('the large part follows the first frame, but stands in it for whoever comes back', () => {
  expect(renderToStaticMarkup(<Later>rows</Later>)).not.toContain('rows')
  dispatchEvent(new PopStateEvent('popstate'))
  expect(renderToStaticMarkup(<Later>rows</Later>)).toBe('rows')
})
