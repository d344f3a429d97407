/** Style of the booking pages, whose content security policy contains its hash. */
export const style = `
:root { color-scheme: light dark; --page: #fbfaf8; --card: #fff; --text: #1d2420; --soft: #5b665f;
  --line: #dedcd5; --accent: #1f5f3f; --free: #e3efe7; --empty: #ebe9e3;
  --faint: #69726b; }
@media (prefers-color-scheme: dark) { :root { --page: #131715; --card: #1c221f; --text: #e9ece9;
  --soft: #a3ada6; --line: #343c37; --accent: #8fd3ae; --free: #21402f; --empty: #242a27;
  --faint: #8a948d; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 1.0625rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
.top, main, footer { width: min(72rem, 100% - 2.5rem); margin-inline: auto; }
.top { padding: 1rem 0; font-weight: 600; color: var(--accent); }
.top p, footer p, .title p { margin: 0; }
h1 { margin: .5rem 0 .25rem; font-size: clamp(1.75rem, 1.3rem + 2vw, 2.75rem); line-height: 1.15;
  letter-spacing: -.015em; text-wrap: balance; }
h2 { margin: 2.25rem 0 .5rem; font-size: 1.25rem; line-height: 1.3; }
.place, .note, small { color: var(--soft); }
.gallery { display: grid; gap: .5rem; margin-top: 1.5rem; }
figure { margin: 0; min-width: 0; overflow: hidden; border-radius: .5rem;
  background: var(--empty); }
img { display: block; width: 100%; height: 100%; min-height: 6rem; object-fit: cover;
  position: relative; }
img::after { content: attr(alt); position: absolute; inset: 0; display: grid; padding: 1rem;
  place-items: center; text-align: center; background: var(--empty); color: var(--soft);
  font-size: .9375rem; }
.gallery figure { aspect-ratio: 3 / 2; }
.more { margin-top: .75rem; }
.more summary { padding: .5rem 0; color: var(--accent); cursor: pointer; }
.more div { display: grid; gap: .5rem;
  grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); }
.more figure { aspect-ratio: 3 / 2; }
.columns { display: grid; gap: 0 3.5rem; margin-top: 1.75rem; }
.columns > * { min-width: 0; }
.facts { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 1.5rem;
  padding: 0 0 1.25rem; list-style: none; border-bottom: 1px solid var(--line); font-weight: 600; }
.lead { margin: 0 0 1rem; font-size: 1.25rem; line-height: 1.45; }
.text { margin: 0 0 1rem; white-space: pre-line; max-width: 42rem; }
.card { padding: 1.25rem 1.5rem; border: 1px solid var(--line); border-radius: .75rem;
  background: var(--card); }
.card h2 { margin-top: 0; }
.note { margin: .75rem 0 0; font-size: .9375rem; }
a { color: var(--accent); }
.dates { font-size: 1rem; margin: 0; padding: 0; list-style: none;
  font-variant-numeric: tabular-nums; }
.dates li { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem;
  padding: .5rem 0; border-bottom: 1px solid var(--line); }
small { font-size: .9375rem; white-space: nowrap; }
.months { display: grid; align-items: start; gap: 1.5rem 2rem;
  grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); }
table { width: 100%; border-collapse: separate; border-spacing: .125rem; table-layout: fixed;
  font-size: .9375rem; font-variant-numeric: tabular-nums; }
caption { padding-bottom: .5rem; font-weight: 600; text-align: left; }
th { padding: .25rem 0; font-weight: 400; font-size: .8125rem; color: var(--soft); }
td { height: 2.125rem; padding: 0; text-align: center; border-radius: .375rem; }
.free { background: var(--free); }
.taken { color: var(--soft); }
.past { color: var(--faint); }
footer { padding: 1.5rem 0 2.5rem; margin-top: 3rem; border-top: 1px solid var(--line);
  color: var(--soft); font-size: .9375rem; }
.message { padding: 20vh 0 4rem; text-align: center; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
@media (max-width: 44.99rem) {
  .gallery { grid-auto-flow: column; grid-auto-columns: 88%; overflow-x: auto;
    margin-inline: -1.25rem; padding-inline: 1.25rem; scroll-padding-inline: 1.25rem;
    scroll-snap-type: x mandatory; }
  .gallery.n1 { grid-auto-columns: 100%; }
  .gallery figure { scroll-snap-align: start; }
  aside { order: -1; margin-bottom: 2rem; }
  .card { padding: 1rem; }
  .dates { font-size: .9375rem; }
  .dates li { gap: .5rem; }
  small { font-size: .875rem; }
  .months table:nth-child(n + 3) { display: none; }
}
@media (min-width: 45rem) {
  .gallery { border-radius: .75rem; overflow: hidden; }
  .gallery figure { border-radius: 0; }
  .gallery.n1 figure { aspect-ratio: 2 / 1; }
  .gallery.n2, .gallery.n4 { grid-template-columns: 1fr 1fr; }
  .gallery.n3 { grid-template-columns: 2fr 1fr; }
  .gallery.n5 { grid-template-columns: 2fr 1fr 1fr; }
  .gallery.n3 figure:first-child, .gallery.n5 figure:first-child { grid-row: span 2;
    aspect-ratio: auto; }
}
@media (min-width: 60rem) {
  .columns { grid-template-columns: minmax(0, 1fr) 22rem; }
  .card { position: sticky; top: 1.5rem; }
}
@media print { .more, .top { display: none; } }
`
