import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

/**
 * Character maps, fonts and decoders that some documents need. They are assets like any other, named by their content;
 * pdf.js asks for them by its own names.
 */
const addresses = import.meta.glob<string>(
  [
    // NOTE npm puts the package beside ours or at the root, as it likes, and a pattern that finds nothing says nothing
    '../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '../../../node_modules/pdfjs-dist/wasm/*.wasm',
    '../../../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '../../../../../node_modules/pdfjs-dist/wasm/*.wasm',
  ],
  { query: '?url', import: 'default', eager: true, exhaustive: true },
)
const byName = new Map(
  Object.entries(addresses).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
)

/** What pdf.js calls in place of its own fetching by folder. */
export class PdfFiles {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const address = byName.get(filename)
    const response = address ? await fetch(address) : null
    if (!response?.ok) throw new Error(`${filename} is not there`)
    return new Uint8Array(await response.arrayBuffer())
  }
}

export { workerUrl }
