/* style.h: the status page's style sheet. One column on a telephone; light or dark as the reader's system is. Nothing scrolls
 * sideways. The browser stretches the charts, so their text stands beside them (chart.c). */
#ifndef COLLAB_STATUS_STYLE_H
#define COLLAB_STATUS_STYLE_H

#define COLLAB_STATUS_STYLE                                                                                                      \
  ":root{color-scheme:light dark;--ink:#1c2328;--soft:#5b6770;--line:#dde2e6;--paper:#fff;--card:#f5f7f8;--one:#1769aa;"         \
  "--two:#c2410c;--ok:#1a7f4b;--attention:#a15c00;--failing:#b3261e}"                                                            \
  "@media(prefers-color-scheme:dark){:root{--ink:#e4e8eb;--soft:#9aa6ae;--line:#343c42;--paper:#15191c;--card:#1e2428;"          \
  "--one:#6db3f2;--two:#f2a36d;--ok:#5fcf94;--attention:#e8b04c;--failing:#ff8a80}}"                                             \
  "*{box-sizing:border-box}"                                                                                                     \
  "body{margin:0 auto;max-width:76rem;padding:1.5rem;font:15px/1.45 system-ui,sans-serif;color:var(--ink);"                      \
  "background:var(--paper);font-variant-numeric:tabular-nums;overflow-wrap:break-word}body.text{max-width:60rem}"                \
  "h1{font-size:1.35rem;margin:0}h2{font-size:1.05rem;margin:2rem 0 .6rem}p{margin:.3rem 0}.text p{margin:.7rem 0}"              \
  ".soft,figcaption,th,dt,.note,.most,.axis{color:var(--soft)}a{color:var(--one)}"                                               \
  "header{display:flex;flex-wrap:wrap;gap:.3rem 1rem;align-items:baseline;justify-content:space-between}"                        \
  ".badge{display:inline-block;padding:.1rem .6rem;border-radius:1rem;border:1px solid;font-size:.85rem;"                        \
  "font-weight:600;vertical-align:.15em;margin-left:.5rem}"                                                                      \
  ".ok{color:var(--ok)}.attention{color:var(--attention)}.failing{color:var(--failing)}"                                         \
  "ul.problems{list-style:none;margin:1rem 0 0;padding:0}"                                                                       \
  "ul.problems li{border-left:.25rem solid;padding:.4rem .8rem;margin:.4rem 0;background:var(--card)}"                           \
  "ul.problems li span{color:var(--ink)}"                                                                                        \
  "dl.tiles{display:grid;grid-template-columns:repeat(8,1fr);gap:.7rem;margin:1.2rem 0 0}"                                       \
  "dl.tiles div{background:var(--card);border-radius:.5rem;padding:.6rem .8rem}dt{font-size:.82rem}"                             \
  "dd{margin:0;font-size:1.35rem;font-weight:600}dd small{font-size:.8rem;font-weight:400;color:var(--soft)}"                    \
  ".charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(16rem,1fr));gap:.7rem;margin-top:.7rem}"                    \
  "figure{margin:0;background:var(--card);border-radius:.5rem;padding:.6rem .8rem}figcaption,.most,.axis{font-size:.82rem}"      \
  "figcaption b{font-weight:500;margin-right:.6rem}figcaption .one{color:var(--one)}figcaption .two{color:var(--two)}"           \
  "figcaption span{margin-right:.5rem}p.most,p.axis{margin:0}.axis{display:flex;justify-content:space-between}"                  \
  "svg{display:block;width:100%;height:4.5rem}svg path{fill:none;stroke-width:1.5;stroke-linejoin:round;"                        \
  "vector-effect:non-scaling-stroke}.grid{stroke:var(--line)}path.one{stroke:var(--one)}path.two{stroke:var(--two)}"             \
  "table{border-collapse:collapse;width:100%}"                                                                                   \
  "th,td{text-align:right;padding:.3rem .6rem;border-bottom:1px solid var(--line);vertical-align:baseline}"                      \
  "th{font-weight:500;font-size:.82rem}th:first-child,td:first-child,th.left,td.left,.text td,.text th{text-align:left}"         \
  ".figures td:not(:first-child){white-space:nowrap}"                                                                            \
  ".receivers td:nth-child(3),.receivers th:nth-child(3){white-space:nowrap}.text td{vertical-align:top}"                        \
  "pre{background:var(--card);border-radius:.5rem;padding:.6rem .8rem;white-space:pre-wrap;font-size:.85rem}"                    \
  ".pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 2.5rem}"                                               \
  "@media(max-width:72rem){dl.tiles{grid-template-columns:repeat(4,1fr)}}"                                                       \
  "@media(max-width:60rem){.pair{grid-template-columns:minmax(0,1fr)}}td{overflow-wrap:anywhere}figcaption{min-height:2.8em}"    \
  "@media(max-width:40rem){body{padding:1rem}th,td{padding:.3rem .35rem}dl.tiles{grid-template-columns:repeat(2,1fr)}"           \
  ".receivers thead{display:none}.receivers tr{display:block;padding:.5rem 0;border-bottom:1px solid var(--line)}"               \
  ".receivers td{display:block;border:0;padding:.05rem .35rem}.receivers td:nth-child(3)::before{content:'under way: '}"         \
  ".text tr,.text td{display:block;border:0}.text tr{border-bottom:1px solid var(--line)}}"                                      \
  "footer{margin-top:2rem;font-size:.82rem}@media(max-width:40rem){figcaption{min-height:0}}"

#endif
