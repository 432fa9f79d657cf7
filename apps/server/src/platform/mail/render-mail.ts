import { directionOf, type Locale } from '@learnt/contract/locales'

/** How a team's mails look. */
export interface MailLook {
  readonly teamName: string
  /** `#rrggbb`; anything else becomes the product's own colour. */
  readonly color: string
  /** Absolute address of a picture, or '' for the name in letters. */
  readonly logo: string
  readonly supportEmail: string
}

export interface MailWords {
  readonly subject: string
  readonly greeting: string
  /** Paragraphs, parted by an empty line. */
  readonly body: string
  readonly button: { readonly label: string; readonly url: string } | null
  readonly footer: string
}

const ownColor = '#192d3e'

/** The same words as plain text and as HTML that mail programs of any age can show. Every value is escaped. */
export function renderMail(locale: Locale, look: MailLook, words: MailWords): { text: string; html: string } {
  const paragraphs = words.body.split(/\n{2,}/).map((paragraph) => paragraph.trim())
  const footer = look.supportEmail === '' ? words.footer : `${words.footer} ${look.supportEmail}`
  const text = [
    words.greeting,
    ...paragraphs,
    ...(words.button ? [`${words.button.label}: ${words.button.url}`] : []),
    '--',
    footer,
  ].join('\n\n')
  return { text: `${text}\n`, html: htmlOf(locale, look, words, paragraphs, footer) }
}

function htmlOf(locale: Locale, look: MailLook, words: MailWords, paragraphs: string[], footer: string): string {
  const direction = directionOf(locale)
  const color = /^#[0-9a-f]{6}$/i.test(look.color) ? look.color : ownColor
  const onColor = contrastText(color)
  const font = `font-family:Mulish,Muli,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`
  const head = look.logo.startsWith('http')
    ? `<img src="${escapeHtml(look.logo)}" alt="${escapeHtml(look.teamName)}" height="40" style="height:40px;border:0">`
    : `<strong style="font-size:18px">${escapeHtml(look.teamName)}</strong>`
  const button = words.button
    ? `<p style="margin:28px 0"><a href="${escapeHtml(words.button.url)}" style="background:${color};color:${onColor};padding:12px 20px;border-radius:6px;text-decoration:none;display:inline-block;font-weight:700">${escapeHtml(words.button.label)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(words.subject)}</title></head>
<body style="margin:0;background:#f7f7f7;${font};color:#1f2937">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%;background:#ffffff;border-radius:8px">
<tr><td style="background:${color};color:${onColor};padding:18px 28px;border-radius:8px 8px 0 0">${head}</td></tr>
<tr><td style="padding:28px;font-size:16px;line-height:1.5">
<p style="margin:0 0 16px">${escapeHtml(words.greeting)}</p>
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`).join('\n')}
${button}
</td></tr>
<tr><td style="padding:16px 28px;border-top:1px solid #e5e7eb;font-size:13px;color:#4b5563">${escapeHtml(footer)}</td></tr>
</table></td></tr></table></body></html>
`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

/** Black or white, whichever is easier to read on it (WCAG's relative luminance). */
function contrastText(color: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000000' : '#ffffff'
}
