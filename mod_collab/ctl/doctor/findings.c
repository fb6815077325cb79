/* findings.c: collects and prints the findings of doctor's checks.
 *
 * A finding may contain text from outside (an error message, a name), so control characters become blanks. */
#include "ctl/doctor/doctor.h"

#include "node/instance.h"

#include <apr_lib.h>
#include <stdarg.h>
#include <stdio.h>

/* ---- findings ---- */

static const char *clean(char *text) {
  for (char *c = text; *c; c++) {
    *c = apr_iscntrl(*c) ? ' ' : *c;
  }
  return text;
}

static void add(collab_doctor_t *doctor, collab_alarm_health_t health, const char *check, const char *remedy, const char *format,
                va_list values) {
  const char *text = clean(apr_pvsprintf(doctor->pool, format, values));

  APR_ARRAY_PUSH(doctor->findings, collab_finding_t) =
      (collab_finding_t){health, check, text, clean(apr_pstrdup(doctor->pool, collab_instance_text(doctor->pool, remedy)))};
}

void collab_doctor_fine(collab_doctor_t *doctor, const char *check, const char *format, ...) {
  va_list values;
  va_start(values, format);
  add(doctor, COLLAB_ALARM_HEALTH_OK, check, "", format, values);
  va_end(values);
}

void collab_doctor_odd(collab_doctor_t *doctor, const char *check, const char *remedy, const char *format, ...) {
  va_list values;
  va_start(values, format);
  add(doctor, COLLAB_ALARM_HEALTH_ATTENTION, check, remedy, format, values);
  va_end(values);
}

void collab_doctor_wrong(collab_doctor_t *doctor, const char *check, const char *remedy, const char *format, ...) {
  va_list values;
  va_start(values, format);
  add(doctor, COLLAB_ALARM_HEALTH_FAILING, check, remedy, format, values);
  va_end(values);
}

/* ---- the report ---- */

static void print_text(const collab_doctor_t *doctor) {
  for (int i = 0; i < doctor->findings->nelts; i++) {
    const collab_finding_t *finding = &APR_ARRAY_IDX(doctor->findings, i, collab_finding_t);
    printf("%-9s  %-12s  %s\n", collab_alarm_health_word(finding->health), finding->check, finding->text);
    if (*finding->remedy) {
      printf("%-9s  %-12s  -> %s\n", "", "", finding->remedy);
    }
  }
}

static void print_json(const collab_doctor_t *doctor, collab_alarm_health_t health) {
  collab_json_writer_t *w = collab_json_writer_make(doctor->pool, 2000);

  collab_write_open(w, NULL, "{");
  collab_write_text(w, "status", collab_alarm_health_word(health));
  collab_write_open(w, "findings", "[");
  for (int i = 0; i < doctor->findings->nelts; i++) {
    const collab_finding_t *finding = &APR_ARRAY_IDX(doctor->findings, i, collab_finding_t);
    collab_write_strings(w, NULL, "check", finding->check, "status", collab_alarm_health_word(finding->health), "text",
                         finding->text, "remedy", *finding->remedy ? finding->remedy : NULL, NULL);
  }
  collab_write_close(w, "]}");
  printf("%s\n", w->text);
}

collab_ctl_exit_t collab_doctor_report(const collab_doctor_t *doctor) {
  collab_alarm_health_t health = COLLAB_ALARM_HEALTH_OK;

  for (int i = 0; i < doctor->findings->nelts; i++) {
    const collab_finding_t *finding = &APR_ARRAY_IDX(doctor->findings, i, collab_finding_t);
    health = finding->health > health ? finding->health : health;
  }
  if (collab_ctl_value(doctor->ctl, "json")) {
    print_json(doctor, health);
  } else {
    print_text(doctor);
  }
  return health == COLLAB_ALARM_HEALTH_OK ? CTL_DONE : CTL_REFUSED;
}
