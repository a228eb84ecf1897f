import { describe, expect, test } from 'bun:test'
import { html } from './html.ts'

describe('markup', () => {
  test('holds texts escaped, in content and in attributes', () => {
    const text = `<img src=x onerror="alert('1')"> & co`
    expect(html`<p title="${text}">${text}</p>`.markup).toBe(
      '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co</p>',
    )
  })

  test('takes other markup as it stands, one or many, and nothing for null', () => {
    expect(html`<ul>${[html`<li>${1}</li>`, html`<li>${'<'}</li>`]}</ul>${null}${html`<hr>`}`.markup).toBe(
      '<ul><li>1</li><li>&lt;</li></ul><hr>',
    )
  })

  test('does not read what a text holds as a pattern of replacement', () => {
    expect(html`<p>${"$& $1 $'"}</p>`.markup).toBe('<p>$&amp; $1 $&#39;</p>')
  })
})
