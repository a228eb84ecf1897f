import { describe, expect, test } from 'bun:test'
import { html } from './html.ts'

describe('HTML templates', () => {
  test('escape texts in content and in attributes', () => {
    const text = `<img src=x onerror="alert('1')"> & co`
    expect(html`<p title="${text}">${text}</p>`.markup).toBe(
      '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co</p>',
    )
  })

  test('insert other markup unchanged, also in lists, and nothing for null', () => {
    expect(html`<ul>${[html`<li>${1}</li>`, html`<li>${'<'}</li>`]}</ul>${null}${html`<hr>`}`.markup).toBe(
      '<ul><li>1</li><li>&lt;</li></ul><hr>',
    )
  })

  test('ignore replacement patterns in a text', () => {
    expect(html`<p>${"$& $1 $'"}</p>`.markup).toBe('<p>$&amp; $1 $&#39;</p>')
  })
})
