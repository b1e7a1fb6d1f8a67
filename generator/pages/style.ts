/** The style sheet of a site: light and dark, narrow and wide, on paper. It loads nothing. */
export const styleSheet = `:root {
  color-scheme: light dark;
  --back: #fff; --soft: #f4f6f9; --line: #d3dae3; --text: #1b2430; --dim: #566173; --link: #0b5cad;
  --mark: #fff3c4; --old: #ffe3e0; --new: #dcf5e3; --major: #b3261e; --minor: #8a5a00; --patch: #2c6e49;
  --operation: #e3effc; --type: #f4f6f9; --element: #efe8fb; --simple: #e6f5ec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #12171e; --soft: #1c232d; --line: #3b4656; --text: #e4e9f0; --dim: #a3aebd; --link: #7db8f5;
    --mark: #4a3d0c; --old: #4d201d; --new: #173d26; --major: #ff8a80; --minor: #f2c14e; --patch: #7fd1a0;
    --operation: #1b3350; --type: #222b37; --element: #33264d; --simple: #1b3a2a;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { font: 1rem/1.55 system-ui, sans-serif; margin: 0; color: var(--text); background: var(--back); }
header, main { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; justify-content: space-between; padding-top: 1rem; }
main { padding-bottom: 4rem; }
nav ol { display: flex; flex-wrap: wrap; gap: .25rem; list-style: none; margin: 0; padding: 0; font-size: .9rem; overflow-wrap: anywhere; }
nav li + li::before { content: "/"; color: var(--dim); margin-right: .25rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .1rem 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; margin: 2.25rem 0 .6rem; }
h3 { font-size: 1.05rem; margin: 1.4rem 0 .3rem; }
h4 { font-size: .95rem; margin: .75rem 0 .25rem; }
p { margin: .35rem 0; }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.anchor { color: var(--dim); font-weight: 400; text-decoration: none; opacity: 0; }
:hover > .anchor, .anchor:focus-visible { opacity: 1; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: .5rem; top: .5rem; background: var(--back); padding: .5rem; z-index: 2; }
.dim, .kind { color: var(--dim); }
.kind { margin: 1.5rem 0 0; font-size: .9rem; }
.note { border-left: .3rem solid var(--link); background: var(--soft); padding: .5rem .75rem; }
.doc { max-width: 48rem; white-space: pre-line; overflow-wrap: anywhere; unicode-bidi: isolate; }
.notes { color: var(--dim); font-size: .9rem; margin: 0; }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: .4rem; padding: .75rem 1rem; margin: .25rem 0; overflow-x: auto; }
pre code { overflow-wrap: normal; font-size: .85rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem .25rem; border-bottom: 1px solid var(--line); }
td code { overflow-wrap: break-word; }
td > .doc { min-width: 12rem; }
th { font-size: .85rem; color: var(--dim); font-weight: 600; }
td > .doc, td > .doc > p:first-child { margin: 0; }
tr:target, section:target, h2:target, h3:target { background: var(--mark); }
.group em, td em { color: var(--dim); }
.in1 { padding-left: 1.5rem; } .in2 { padding-left: 2.75rem; } .in3 { padding-left: 4rem; }
.in4 { padding-left: 5.25rem; } .in5 { padding-left: 6.5rem; } .in6 { padding-left: 7.75rem; }
dl { margin: .5rem 0; }
dl > div { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: 0 1rem; padding: .15rem 0; }
dt { color: var(--dim); }
dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
@media (max-width: 40rem) { dl > div { grid-template-columns: 1fr; } }
ul.plain, ul.cards { list-style: none; padding: 0; margin: .25rem 0; }
ul.plain li { padding: .15rem 0; overflow-wrap: anywhere; }
ul.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr)); gap: 1rem; }
ul.cards li { border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; min-width: 0; overflow-wrap: anywhere; }
ul.cards h3 { margin: 0; }
details { border: 1px solid var(--line); border-radius: .4rem; padding: .4rem .75rem; margin: .5rem 0; }
summary { cursor: pointer; font-weight: 600; }
.graph { max-width: none; display: block; }
.graph text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: var(--text); }
.graph rect { fill: var(--type); stroke: var(--line); }
.graph .operation rect { fill: var(--operation); }
.graph .element rect { fill: var(--element); }
.graph .simple rect { fill: var(--simple); }
.graph .center rect { fill: var(--mark); stroke: var(--text); }
.graph .more rect { fill: none; stroke-dasharray: 3 3; }
.graph a:hover rect, .graph a:focus-visible rect { stroke: var(--link); stroke-width: 2; }
.graph path { fill: none; stroke: var(--dim); opacity: .45; }
.graph path.derives { stroke-dasharray: 5 4; opacity: .9; }
#search { position: relative; flex: 0 1 22rem; }
#search input { font: inherit; width: 100%; padding: .35rem .6rem; border: 1px solid var(--dim); border-radius: .3rem; background: var(--back); color: inherit; }
#search ul { position: absolute; z-index: 3; right: 0; width: min(36rem, 92vw); max-height: 70vh; overflow-y: auto; list-style: none; margin: .25rem 0 0; padding: .25rem; background: var(--back); border: 1px solid var(--line); border-radius: .4rem; box-shadow: 0 .5rem 1.5rem #0003; }
#search li { padding: .3rem .5rem; border-radius: .25rem; overflow-wrap: anywhere; }
#search li[aria-selected=true] { background: var(--operation); }
#search li a { color: inherit; text-decoration: none; display: block; }
#search [hidden] { display: none; }
@media print {
  header, .anchor, .skip { display: none; }
  body { font-size: 10pt; }
  details::details-content { content-visibility: visible; display: block; }
  pre, code { white-space: pre-wrap; overflow-wrap: anywhere; }
  .wide { overflow: visible; }
  .graph { max-width: 100%; height: auto; }
  tr, details, li { break-inside: avoid; }
}
`;

/** What the page of a comparison has in addition. */
export const diffStyleSheet = `.diff main { max-width: 96rem; padding-top: 1rem; }
.level { display: inline-block; font-size: .8rem; font-weight: 600; line-height: 1.4; border: 1px solid currentcolor; border-radius: .3rem; padding: 0 .4rem; vertical-align: middle; }
.level.major { color: var(--major); }
.level.minor { color: var(--minor); }
.level.patch, .level.none { color: var(--patch); }
.sides { table-layout: fixed; font: .85rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; border: 1px solid var(--line); }
.sides th, .sides td { padding: .05rem .6rem; border-bottom: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.sides th { border-bottom: 1px solid var(--line); font-family: system-ui, sans-serif; }
.sides td + td, .sides th + th { border-left: 1px solid var(--line); }
.sides del, .sides ins { text-decoration: none; }
.old { background: var(--old); }
.new { background: var(--new); }
`;
