/** Texts that run a script if anything treats them as more than text. Each fits in a description. */
export const PAYLOADS: readonly string[] = [
  '<script>window.__xss=1</script>',
  '<img src=x onerror=window.__xss=2>',
  '<svg onload=window.__xss=3>',
  '<svg/onload=window.__xss=4>',
  '</script><script>window.__xss=5</script>',
  '</title><script>window.__xss=6</script>',
  '"><script>window.__xss=7</script>',
  "'><img src=x onerror=window.__xss=8>",
  '" onmouseover="window.__xss=9" autofocus onfocus="window.__xss=9" x="',
  "' onfocus='window.__xss=10' autofocus x='",
  '` onfocus=window.__xss=11 autofocus x=`',
  'javascript:window.__xss=12',
  'JaVaScRiPt:window.__xss=13',
  '&#106;avascript&colon;window.__xss=14',
  '&lt;script&gt;window.__xss=15&lt;/script&gt;',
  '<a href="java&Tab;script:window.__xss=16">a</a>',
  '{{ window.__xss }} {{ 7 * 7 }} {{ site.name | safe }}',
  '{% include "base.html" %} {% for a in b %}',
  '#{window.__xss=17} <%= window.__xss %> \x24{window.__xss=17}',
  '<!-- window.__xss=18 --><!--> <img src=x onerror=window.__xss=18>',
  ']]><script>window.__xss=19</script>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<base href="https://evil.example/">',
  '<iframe srcdoc="<script>parent.__xss=20</script>"></iframe>',
  '<object data="data:text/html,<script>1</script>"></object>',
  '<link rel=stylesheet href=https://evil.example/a.css>',
  '<style>@import "https://evil.example/a.css";</style>',
  '<math><mtext><table><mglyph><style><img src=x onerror=window.__xss=21>',
  '<form action=https://evil.example/><button>Go</button></form>',
  '<template><script>window.__xss=22</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=window.__xss=23>">',
  '</textarea></style></template></noscript><img src=x onerror=window.__xss=24>',
  '\u2028window.__xss=25//\u2029</script>',
  '\uff1cscript\uff1ewindow.__xss=26\uff1c/script\uff1e',
  '\u202e>tpircs/<1=ssx__.wodniw>tpircs<',
  '\\u003cscript\\u003ewindow.__xss=27\\u003c/script\\u003e',
  '"}</script><img src=x onerror=window.__xss=28>{"',
  '[a](javascript:window.__xss=29) <javascript:window.__xss=29>',
  '![a](x"onerror="window.__xss=30)',
  '<x-a onclick=window.__xss=31 tabindex=1 autofocus onfocus=window.__xss=31>',
];

/** Hostile Markdown that an editor could publish. */
export const MARKDOWN = `

\\<script>window.__xss=101\\</script>

\\<img src=x onerror=window.__xss=102>

A \\<b onmouseover=window.__xss=103>word\\</b> \\<svg onload=window.__xss=104> and <!-- a remark --> more.

## A \`<script>window.__xss=105</script>\` heading "onfocus=window.__xss=106 autofocus x="

[words](/about "x\\" onfocus=window.__xss=107 autofocus x=\\"") and [more \\<img src=x onerror=window.__xss=108>](/about)

\`<script>window.__xss=109</script>\` {{ 7 * 7 }} {% raw %} &lt;script&gt;window.__xss=110&lt;/script&gt;

\`\`\`"><script>window.__xss=111</script>
</code></pre><script>window.__xss=112</script>
\`\`\`

<https://a.example/"onclick="window.__xss=113> &#60;img src=x onerror=window.__xss=114&#62;

<!-- <script>window.__xss=115</script>
`;
