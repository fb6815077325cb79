/* chart.c: a small chart of the last hour, with one or two curves, as SVG inside the page. The browser stretches the picture; the
 * highest value and the times are text beside it. No script. The colours are the style sheet's, so the chart is readable on light
 * and dark. */
#include "status/view.h"

#include <http_protocol.h>

#define WIDTH 320
#define TOP 1
#define BOTTOM 63
#define HEIGHT 64
#define SPAN apr_time_from_sec(3600)
#define GAP apr_time_from_sec(60) /* no line joins samples that are further apart */

static double x_of(const collab_view_t *view, const collab_sample_t *sample) {
  return WIDTH - (double)(view->now - sample->at) * WIDTH / SPAN;
}

static double y_of(double value, double highest) {
  return BOTTOM - value / highest * (BOTTOM - TOP);
}

static double value_of(const collab_curve_t *curve, const collab_sample_t *sample) {
  double figure = (double)*(const int64_t *)((const char *)sample + curve->at);

  return !curve->a_second ? figure : sample->seconds > 0 ? figure / sample->seconds : -1;
}

/* The next value at or after `i`; -1: there is none. */
static int next_value(const collab_view_t *view, const collab_curve_t *curve, int i) {
  while (i < view->nsamples && (value_of(curve, &view->samples[i]) < 0 || view->now - view->samples[i].at > SPAN)) {
    i++;
  }
  return i < view->nsamples ? i : -1;
}

static void draw(const collab_view_t *view, const collab_curve_t *curve, double highest) {
  request_rec *r = view->r;
  const collab_sample_t *last = NULL;

  ap_rprintf(r, "<path class=\"%s\" d=\"", curve->colour);
  for (int i = next_value(view, curve, 0); i >= 0; i = next_value(view, curve, i + 1)) {
    const collab_sample_t *sample = &view->samples[i];
    bool apart = !last || sample->at - last->at > GAP;
    /* the first sample after a gap is drawn as a stroke as wide as ten seconds, the duration of a sample */
    ap_rprintf(r, apart ? "M%.1f %.1fh1" : "L%.1f %.1f", x_of(view, sample) - (apart ? 1 : 0),
               y_of(value_of(curve, sample), highest));
    last = sample;
  }
  ap_rputs("\"/>", r);
}

void collab_view_chart(const collab_view_t *view, const char *title, const char *(*label)(apr_pool_t *pool, double value),
                       const collab_curve_t *curves, int ncurves) {
  request_rec *r = view->r;
  double highest = 0;

  for (int c = 0; c < ncurves; c++) {
    for (int i = next_value(view, &curves[c], 0); i >= 0; i = next_value(view, &curves[c], i + 1)) {
      double value = value_of(&curves[c], &view->samples[i]);
      highest = value > highest ? value : highest;
    }
  }
  ap_rprintf(r, "<figure><figcaption><b>%s</b>", title);
  for (int c = 0; c < ncurves && ncurves > 1; c++) {
    ap_rprintf(r, " <span class=\"%s\">%s</span>", curves[c].colour, curves[c].name);
  }
  ap_rprintf(r, "</figcaption><p class=\"most\">%s</p>", highest > 0 ? label(r->pool, highest) : "nothing in the last hour");
  ap_rprintf(r,
             "<svg viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"%s, the last hour\">"
             "<path class=\"grid\" d=\"M0 %dH%dM0 %dH%d\"/>",
             WIDTH, HEIGHT, title, TOP, WIDTH, BOTTOM, WIDTH);
  for (int c = 0; c < ncurves && highest > 0; c++) {
    draw(view, &curves[c], highest);
  }
  ap_rputs("</svg><p class=\"axis\"><span>60 min ago</span><span>now</span></p></figure>\n", r);
}
