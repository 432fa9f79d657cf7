import DOMPurify from 'dompurify'

const picturesAndTables = {
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select'],
  FORBID_ATTR: ['srcset'],
}

// links that leave the page open beside it and never get hold of it
DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'A' && node.getAttribute('target') === '_blank') node.setAttribute('rel', 'noopener noreferrer')
})

/** Markup without anything that runs, loads scripts, or sends forms. */
export function sanitize(html: string): string {
  return DOMPurify.sanitize(html, picturesAndTables)
}
