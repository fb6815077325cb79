/* style.h: the status page's style sheet. One column on a telephone, light or dark as the reader's system is. */
#ifndef COLLAB_STATUS_STYLE_H
#define COLLAB_STATUS_STYLE_H

#define COLLAB_STATUS_STYLE                                                                                                      \
  ":root{color-scheme:light dark;--ink:#1c2328;--soft:#5b6770;--line:#dde2e6;--paper:#fff;--card:#f5f7f8;--one:#1769aa;"         \
  "--two:#c2410c;--ok:#1a7f4b;--attention:#a15c00;--failing:#b3261e}"                                                            \
  "@media(prefers-color-scheme:dark){:root{--ink:#e4e8eb;--soft:#9aa6ae;--line:#343c42;--paper:#15191c;--card:#1e2428;"          \
  "--one:#6db3f2;--two:#f2a36d;--ok:#5fcf94;--attention:#e8b04c;--failing:#ff8a80}}"                                             \
  "*{box-sizing:border-box}"                                                                                                     \
  "body{margin:0 auto;max-width:76rem;padding:1.5rem;font:15px/1.45 system-ui,sans-serif;color:var(--ink);"                      \
  "background:var(--paper);font-variant-numeric:tabular-nums}"                                                                   \
  "h1{font-size:1.35rem;margin:0}h2{font-size:1.05rem;margin:2rem 0 .6rem}p{margin:.3rem 0}"                                     \
  ".soft,figcaption,th,dt,.note{color:var(--soft)}a{color:var(--one)}"                                                           \
  "header{display:flex;flex-wrap:wrap;gap:.3rem 1rem;align-items:baseline;justify-content:space-between}"                        \
  ".badge{display:inline-block;padding:.1rem .6rem;border-radius:1rem;border:1px solid;font-size:.85rem;"                        \
  "font-weight:600;vertical-align:.15em;margin-left:.5rem}"                                                                      \
  ".ok{color:var(--ok)}.attention{color:var(--attention)}.failing{color:var(--failing)}"                                         \
  "ul.problems{list-style:none;margin:1rem 0 0;padding:0}"                                                                       \
  "ul.problems li{border-left:.25rem solid;padding:.4rem .8rem;margin:.4rem 0;background:var(--card)}"                           \
  "ul.problems li span{color:var(--ink)}"                                                                                        \
  "dl.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(7.8rem,1fr));gap:.7rem;margin:1.2rem 0 0}"                 \
  "dl.tiles div{background:var(--card);border-radius:.5rem;padding:.6rem .8rem}dt{font-size:.82rem;white-space:nowrap}"          \
  "dd{margin:0;font-size:1.35rem;font-weight:600}dd small{font-size:.8rem;font-weight:400;color:var(--soft)}"                    \
  ".charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(17rem,1fr));gap:.7rem;margin-top:.7rem}"                    \
  "figure{margin:0;background:var(--card);border-radius:.5rem;padding:.6rem .8rem}figcaption{font-size:.82rem}"                  \
  "svg{display:block;width:100%;height:auto;overflow:visible}svg path{fill:none;stroke-width:1.5;stroke-linejoin:round}"         \
  "svg text{font-size:10px;fill:var(--soft)}svg .end{text-anchor:end}.grid{stroke:var(--line)}"                                  \
  "path.one{stroke:var(--one)}path.two{stroke:var(--two)}text.one{fill:var(--one)}text.two{fill:var(--two)}"                     \
  ".wide{overflow-x:auto}table{border-collapse:collapse;width:100%}"                                                             \
  "th,td{text-align:right;padding:.3rem .6rem;border-bottom:1px solid var(--line);white-space:nowrap}"                           \
  "th{font-weight:500;font-size:.82rem}th:first-child,td:first-child,.left{text-align:left}"                                     \
  "td.text{white-space:normal;text-align:left;overflow-wrap:anywhere;min-width:12rem}"                                           \
  ".pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 2.5rem}"                                               \
  "@media(max-width:60rem){.pair{grid-template-columns:minmax(0,1fr)}}"                                                          \
  "@media(max-width:30rem){body{padding:1rem}th,td{padding:.3rem .35rem}}footer{margin-top:2rem;font-size:.82rem}"

#endif
