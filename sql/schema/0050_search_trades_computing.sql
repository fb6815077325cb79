-- Trades that partner search knows, as 0047 says: computing and telecommunication.

select search_trade_add('
laptop keyboard screen hinge battery charger macbook thinkpad overheating fan touchpad spilled cracked > repair notebook computer hardware; desktop
boots bluescreen freezes crashes motherboard psu bios beeps > computer pc repair hardware diagnostics; laptops desktops notebooks workstations
monitors docking headsets keyboards fleet refresh rollout dell lenovo hp > hardware procurement devices reseller leasing; laptops pcs imaging
autopilot unboxing swap replacement onboarding newcomers > deployment workplace endpoint rollout; cad rendering rtx quadro xeon threadripper >
workstation hardware gpu computing; cuda h100 a100 nvidia training inference tensor > gpu hpc cluster accelerator computing; slurm mpi infiniband
simulation cfd cores > hpc cluster supercomputing parallel computing; rack rackmount blade poweredge proliant xeon raid ecc ipmi idrac ilo > server
hardware datacenter infrastructure; overheated fans noisy airflow hotspot > server datacenter cooling rack; degraded rebuild array disk failed
hotspare parity controller perc megaraid > raid storage recovery server; disk clicking hdd unreadable unrecognized platter sectors seagate toshiba >
data recovery forensics cleanroom; deleted formatted files photos lost partition undelete accidentally usb stick sdcard unreadable > data recovery
restore; wear trim firmware m2 samsung endurance > ssd flash storage nvme; synology qnap truenas freenas shares smb diskstation > nas storage
fileserver backup; lun fibrechannel iscsi netapp hitachi powerstore multipath zoning > san storage array infrastructure; gluster minio objectstore s3
bucket petabyte erasure > ceph storage distributed object cluster; scrub snapshot pool zpool freenas truenas dataset resilver > zfs storage nas
freebsd; lto library cartridges ltfs robot > tape backup archive storage; shares folders permissions smb cifs quota dfs > fileserver windows storage
ntfs; files petabytes cold longterm retention terabytes > storage archive tiering; windows10 windows11 win10 upgrade eol edition unsupported > windows
migration licensing; domaincontroller fileserver iis hyperv rds wsus > windows server microsoft administration; bluescreen bsod 0x0000007b minidump
irql > windows driver debugging troubleshooting; policy logon script mapped login > gpo directory windows domain administration; controller forest
replication fsmo ldap dc > directory domain windows identity; wsus updates patchday mecm unpatched > patch endpoint intune sccm deployment; macbook
imac finder timemachine sequoia ventura > mac apple macos jamf; mac ipad iphone dep abm kandji profiles > apple mdm jamf macos; ubuntu debian centos
rhel suse kernel bash systemd root > linux opensource administration sysadmin; centos eol rocky almalinux unsupported convert2rhel > linux migration
rhel opensource; panic oops dmesg module oom > kernel linux driver debugging; libreoffice thunderbird kde gnome openoffice replace windows > linux
opensource desktop migration; grub boot initramfs fsck unbootable ext4 xfs btrfs > linux sysadmin rescue recovery; lpar vios p9 hmc smitty powervm >
aix ibm unix power; iseries rpgle cl db2 greenscreen 5250 > ibmi rpg as400 midrange; hpux ultrix tru64 sunos ultrasparc > unix solaris legacy sparc;
jcl cics ims vsam vtam tso racf > mainframe cobol zos legacy; retired programmer maintains decades batch copybook > cobol legacy mainframe; openbsd
netbsd jails pfsense bhyve > freebsd bsd unix firewall; vax dec pdp itanium dcl vms > openvms legacy emulation unix; dos windows98 xp 16bit floppy isa
ancient > legacy emulation retro migration; floppy tapes zip discs obsolete read syquest > conversion legacy recovery media; chrome kiosk classroom
pupils enrolment > chromeos google chromebook workspace; igel wyse terminals pcoip > vdi citrix thinclient desktop virtualization; xenapp xendesktop
netscaler ica storefront > citrix virtualization vdi desktop; rdp terminalserver gateway cals guacamole > rds desktop virtualization windows; avd wvd
fslogix hostpool windows365 > azure vdi desktop virtualization; esxi vcenter vmotion broadcom vsan datastore vm > vmware virtualization vsphere
hypervisor; broadcom vmware licence price increase nutanix > proxmox virtualization hypervisor migration; qemu pve libvirt lxc vm > proxmox kvm
virtualization hypervisor; scvmm s2d azurestack vhdx checkpoint vm > hyperv virtualization microsoft hypervisor; ahv vxrail simplivity prism s2d >
hyperconverged hci virtualization nutanix; p2v v2v vm consolidate > virtualization migration hypervisor vmware; nova neutron cinder keystone horizon
tenant > openstack cloud opensource iaas; xenserver xcpng xcp hypercall dom0 > xen virtualization hypervisor; dockerfile compose registry podman >
docker containers devops kubernetes; k8s pod crashloopbackoff ingress helm kubectl namespace etcd node > kubernetes containers devops cloud; okd
operator rosa crc ocp > openshift kubernetes redhat containers; k3s rke suse longhorn downstream helm > kubernetes rancher containers devops; istio
envoy sidecar mtls linkerd > kubernetes mesh microservices networking; helm argocd flux manifests kustomize > gitops kubernetes devops automation; iac
opentofu pulumi module cloudformation > terraform infrastructure devops automation cloud; playbook puppet identical > ansible automation devops
configuration; battery blackout outage shutdown apc eaton surge > ups power datacenter backup; cage cabinet pue cooling housing > datacenter
colocation hosting rack; server rack fire suppression cabling raised airconditioning > datacenter construction cooling infrastructure; move racks
dismantle transport > datacenter relocation migration; pc dispose scrapped disks shred wipe erase computers > erasure recycling remarketing itad weee;
secondhand servers notebooks cheap > refurbished remarketing hardware itad; computers laptops rent temporary training > rental hardware leasing
devices; server warranty expired eosl outofwarranty onsite > maintenance tpm hardware spare; monitor switch console rackconsole hdmi displayport
workstations > kvm displays matrix; zebra labels datalogic honeywell guns > barcode scanner handheld autoid; toughbook panasonic getac waterproof
forklift > rugged tablet mobile devices; cracked screen iphone battery samsung > smartphone repair display; ipad android galaxy surface stylus >
tablet mobile devices mdm; till receipt fiscal tse drawer cash > pos retail cashregister checkout; coverage dead signal reception disconnects > wlan
wireless wifi accesspoint networking; wifi heatmap warehouse interference channel > wlan wireless ekahau survey; ubiquiti unifi aruba ruckus meraki
omada accesspoints > wlan wireless networking switches; captive portal voucher hotel visitors > hotspot wifi guest wlan; ise clearpass packetfence
devices port > nac radius network authentication; vlan trunk spanning ports catalyst stp poe > network switching cisco lan; router ospf mpls asn
peering prefix > routing bgp network; juniper arista ccie ios catalyst mikrotik > network cisco routing switching; bandwidth dropouts dsl upload ping
disconnects > internet broadband isp fiber; otdr cable duct conduit > fiber ftth splicing telecommunications; cat6 cat7 patch panel sockets rj45
ethernet wall > cabling structured network lan; branches mpls failover sites lte > sdwan wan network connectivity; homeoffice wireguard openvpn ipsec
tunnel anyconnect > vpn network security firewall; fortinet fortigate sophos paloalto checkpoint utm > firewall network security ngfw; pfsense rules
nat port forwarding snort > firewall opnsense network security; nxdomain bind resolver record zone dnssec ttl > dns domain network nameserver; ip
addresses lease subnet infoblox exhausted conflict > ipam dhcp dns network; dualstack ipv4 exhaustion prefix transition nat64 > ipv6 network routing;
packets latency jitter loss pcap retransmissions tcpdump > network troubleshooting analysis wireshark; f5 bigip netscaler failover balancing nginx >
loadbalancer haproxy network; squid block websites zscaler bluecoat > proxy webfilter security gateway; ztna zscaler cloudflare perimeter casb swg >
zerotrust sase security network; diagram cables undocumented > network documentation netbox infrastructure; netconf yang nornir napalm nautobot >
network automation netdevops; traffic netflow bandwidth utilization librenms prtg > network monitoring snmp; starlink island vessel rural offgrid >
satellite vsat connectivity telecommunications; 4g sim router failover modem backup > lte 5g mobile connectivity; factory spectrum slice core gnb > 5g
campus private wireless; reception basement signal bars gsm > das repeater indoor coverage mobile; radiolink pointtopoint sight dish ghz > microwave
radio wireless antenna; mast station rf site > telecom tower antenna radio; walkie talkie motorola push > tetra radio dmr professional; vna impedance
matching emc > rf antenna wireless electronics; gnuradio usrp fpga demodulate spectrum > sdr rf signal radio; ss7 diameter hlr hss epc volte > telecom
core mobile ims; sim prepaid subscribers brand operator > mvno telecom billing bss; provisioning cdr rating mediation telco > bss oss telecom billing;
subscribers pppoe radius bng cgnat billing > isp broadband network telecom; texts bulk otp reminders twilio > sms messaging gateway communications;
phone extensions dial handset telephone desk snom yealink > telephony voip pbx; trunk calls choppy oneway echo jitter > voip sip telephony asterisk;
freepbx freeswitch kamailio opensips 3cx > voip sip telephony asterisk; isdn analog shutdown allip switchoff > telephony voip sip migration; 3cx
starface innovaphone mitel avaya alcatel > telephony pbx unified communications; phone calling operator connect directrouting sbc > telephony teams
sip voip; queue agents calls genesys hotline > contactcenter ivr telephony callcenter; menu dtmf prompts callers dialogue announcements selfservice >
ivr voicebot telephony speech; porting 0800 tollfree geographic > telephony carrier voip; t38 hylafax faxserver faxmodem > fax telephony
communications; elevator emergency call dialer analog > telephony lte gateway alarm; doorbell doorphone door 2n apartment gate visitors > intercom sip
telephony access; handsets cordless cell handover basestation spectralink ipdect > dect telephony wireless; call browser stun turn jitsi > webrtc
video conferencing realtime; meeting videoconference camera microphone echo zoom > conferencing av room video collaboration; zoom webinar webex teams
meetings > conferencing collaboration video; phone bill tariffs sims > telecom expense mobile contracts; esim devices worldwide simcards machines
trackers > m2m sim iot connectivity; clock ptp gps stratum > ntp synchronization timing; voice prioritize dscp congestion shaping > qos network;
hirschmann scalance moxa tsn mrp unmanaged > industrial ethernet network profinet; onpremises liftandshift hyperscaler rehost workloads > cloud
migration azure aws; ec2 s3 lambda rds iam cloudfront eks > aws cloud devops serverless; entra vnet aks subscription tenant > azure cloud microsoft;
bigquery gke pubsub cloudrun vertex dataflow firestore > gcp google cloud; hetzner ovh ionos vps rootserver scaleway > hosting cloud server linux;
european gdpr hyperscaler schrems patriot dependency > sovereign cloud hosting opensource; exploded invoice aws azure rightsizing reserved expensive >
finops cloud cost optimization; functions coldstart apigateway eventbridge dynamodb > serverless aws cloud lambda; lockin portability exit switching >
cloud multicloud hybrid architecture; accounts guardrails organization controltower policies multiaccount > cloud landingzone aws azure; repatriation
expensive lockin egress hyperscaler > cloud onpremises infrastructure migration; multitenant subscription tenants product onboarding metering isv >
saas cloud platform software; cloudflare akamai fastly latency worldwide varnish > cdn edge caching web; webspace vps cpanel plesk > hosting
webhosting server domain; expired transfer whois nameservers registration tld > domain registrar dns hosting; expired ssl https letsencrypt browser
warning > tls certificates pki security; dovecot imap smtp mailboxes exim sieve rspamd > email mailserver postfix; outlook mailbox owa dag calendar >
exchange microsoft email migration; m365 onedrive teams licenses tenant > microsoft365 office365 cloud sharepoint; merger mailboxes domains
acquisition > microsoft365 tenant migration exchange; gsuite calendar docs meet appsheet > google workspace cloud gmail; spam junk phishing filter
mails inbox rspamd > email antispam security gateway; mails spam bounced blacklisted spf > email deliverability dmarc dkim; zimbra kopano grommunio
openxchange zarafa > groupware email opensource; owncloud dropbox folders webdav calendars > nextcloud opensource sync collaboration; journaling
retention mailstore gobd > archiving email compliance; uniform outlook codetwo exclaimer logo banner disclaimer > email signature exchange; mailing
bounce mailchimp subscribers doubleoptin > newsletter email marketing; query index deadlock locks timeout > database sql tuning dba performance; ora
rac exadata dataguard tablespace > oracle database dba plsql; licence audit postgres ora2pg expensive > postgresql oracle migration database; postgres
vacuum bloat replication patroni pgbouncer wal > postgresql database dba opensource; innodb galera replication percona binlog > mysql mariadb database
dba; sqlserver tsql ssis ssrs ssms tempdb alwayson > mssql sql database microsoft; document replica shard couchbase json atlas collections > mongodb
nosql database; scylla columns partition keyspace cql > cassandra nosql database distributed; memcached sessions valkey keydb > redis caching
database; informix sybase ase luw ingres adabas > db2 database dba legacy; timescale sensor history measurements questdb prometheus > timeseries
influxdb database iot; mdb accdb microsoft forms replace > access database vba migration; foxpro dbase clipper paradox dbf fmp12 > filemaker database
legacy migration; lucene solr elk vespa fulltext > elasticsearch opensearch indexing; corrupt recover mdf page torn > database recovery dba restore;
failover standby lag patroni galera split > database replication cluster; duplicates dirty addresses dedupe > data cleansing mdm deduplication; golden
record duplicates articles > masterdata mdm data; ownership stewards collibra glossary atlan purview > data catalog lineage; warehouse dwh star schema
kimball datavault > datawarehouse etl analytics bi; warehouse fivetran elt airbyte staging > snowflake dbt analytics data; hdfs hive yarn mapreduce
impala hbase > hadoop bigdata cloudera data; nightly airflow load talend informatica > etl pipelines data integration; consumer lag flink > kafka
streaming events realtime; dax kpi charts fabric > powerbi bi dashboards reporting analytics; tableau qlik looker charts selfservice sisense > bi
dashboards analytics visualization; spreadsheet macros formulas pivot sheets chaos > excel vba automation; excel spreadsheets budget forecast
consolidation fpa > bi controlling planning analytics; ssrs crystal birt jasper printout > reporting bi; kpi figures cockpit targets > bi dashboard
analytics reporting; cubes tm1 mdx essbase palo jedox hypercube > olap bi planning; demand sales timeseries > forecasting prediction machinelearning
analytics; churn segments leaving propensity > analytics prediction datascience machinelearning; pandas jupyter scipy numpy rstudio > datascience
python analytics statistics; sas regression survey significance questionnaire hypothesis > statistics analytics spss; api publish datasets
municipality json dcat > opendata ckan data portal; crawl prices websites competitors > scraping crawler data extraction; model training sklearn
tensorflow classifier > machinelearning ai datascience pytorch; chatgpt gpt claude copilot openai prompts > ai llm genai; documents chat knowledge
vector > rag llm ai; local ollama llama mistral vllm confidential > llm ai onpremises inference; website visitors answer faq > chatbot ai nlp; m365
microsoft prompts adoption > copilot ai microsoft365; mcp chatgpt langchain copilot crewai > ai agents llm automation; aiact highrisk regulation bias
> ai compliance ethics; camera defects recognition detect opencv yolo > vision ai image inspection; invoices scan handwriting receipts > ocr
extraction capture documents; transcribe dictation whisper recordings > speech transcription ai recognition; texts machine deepl multilingual
terminology > translation nlp; classify tickets sentiment emails spacy > nlp classification ai text; personalised shop products > machinelearning ai;
drift model deploy mlflow production > mlops machinelearning devops; images training dataset > annotation labeling ai data; transactions suspicious
outliers fraudsters chargebacks > fraud anomaly detection analytics; routes shifts solver linear > optimization scheduling algorithms; bespoke tailor
individual programmers > software development programming applications; freelance programmers offshore capacity team extend > development nearshore
outsourcing; jvm hibernate tomcat maven jakarta > java spring backend development; heap outofmemory gc memory leak threads > java jvm performance;
wildfly weblogic websphere tomcat ejb > java middleware jboss application; aspnet blazor wpf winforms > .net microsoft development c#; vb6 visualbasic
vbnet winforms rewrite > .net legacy migration; pascal borland vcl firebird lazarus bde > delphi legacy development; cpp boost cmake stl mfc template
> c++ qt development; memory safety cargo borrow wasm > rust development; flask fastapi celery pip wsgi > python django backend development; gem
sidekiq activerecord erb capistrano devise > ruby rails web development; express nest npm deno nestjs frontend > javascript typescript web; vue svelte
vite nuxt html css > frontend react angular javascript web; kotlin akka haskell clojure erlang fsharp > functional scala development; macro access
excel word xlsm userform > vba office automation; nocode mendix outsystems citizen appsheet retool > lowcode powerapps platform applications; monolith
split api ddd kafka grpc rest > microservices architecture backend software; monolith spaghetti unmaintainable technical debt code > refactoring
legacy software; abandoned developer sourcecode unfinished > takeover software maintenance legacy; review quality sonarqube maintainability sonar
codebase complexity > code audit software; startup codebase acquire investor valuation investment > duediligence audit software technology; licences
gpl copyleft lgpl agpl > opensource compliance licensing sbom; app investors founders pilot > mvp prototyping startup development; sprints kanban
backlog retro retrospective standup > agile scrum coaching; userstories lastenheft analyst pflichtenheft usecases > engineering analysis; merge
branches repository github svn > git devops gitlab; svn cvs clearcase perforce tfs > git migration devops; jenkins build release deploy manually >
devops ci cd pipelines automation; gitlab runner build artifacts docker yaml > ci devops jenkins; nights manual rollback bluegreen > devops deployment
automation release; datacenter server eol cloud > atlassian jira migration; slo errorbudget incidents oncall postmortem mttr > sre reliability devops;
backstage selfservice idp portal > platform devops kubernetes developer; segfault coredump memory leak gdb > debugging c++ software performance; slow
application bottleneck > performance tuning; jmeter k6 gatling peak concurrent stress > loadtesting performance testing; testers bugs regression
release untested manual > testing qa software; cypress playwright e2e ui > test automation selenium qa; unittest coverage junit mocks mockito pytest >
testing tdd software; inputs crashes parser afl libfuzzer > fuzzing security testing; uat testcases testplan testers defects regression > testing qa
istqb; app devices android iphone tablets espresso xcuitest > mobile testing appium qa; gui confused clicks cluttered > ux usability ui design; figma
wireframe mockup screens > ux ui design prototyping; blind screenreader bfsg disabled keyboard > accessibility wcag barrierfree web; i18n strings
languages pseudo multilingual > translation software; manual userguide software writer handbook tutorials > documentation technical writing; openapi
swagger endpoints json webhooks > api rest integration backend; apigateway kong apigee throttle keys > api gateway; connect systems sync esb mulesoft
> integration middleware interfaces api; x12 as2 idoc orders desadv > edi edifact integration b2b; zugferd ubl invoicing mandate > einvoicing peppol
xrechnung edi; mq activemq queue amqp > messaging middleware rabbitmq integration; soap wsdl xslt xsd schema xpath dtd > xml integration webservices;
dicom hospital lab laboratory patient messages > hl7 fhir healthcare interoperability; bpmn process engine zeebe flowable dmn activiti > bpm workflow
camunda automation; robots clicking copy paste repetitive > rpa automation uipath; homepage relaunch outdated webpage landingpage onepager > web
website webdesign; plugin theme elementor hacked gutenberg woocommerce acf > wordpress web cms; aem sitecore kentico optimizely contentserver > cms
content web enterprise; online shop cart checkout baskets > ecommerce webshop shopware magento; woocommerce prestashop oxid store theme sellers >
ecommerce webshop shopify; amazon ebay listings connect stock > ecommerce marketplace integration; dealers online prices resellers reorder > ecommerce
b2b portal; ranking visibility backlinks keywords sitemap snippets serp > seo google marketing; adwords ads ppc campaigns clicks > sea google
advertising marketing; ga4 tagmanager consent piwik visitors conversion > web analytics matomo tracking; banner tracking ttdsg usercentrics cookiebot
optin > consent cookie privacy web; website loading lighthouse corewebvitals pagespeed > web performance optimization frontend; website hacked defaced
injected redirects > web security malware cleanup; news social noticeboard announcements directory > intranet portal collaboration sharepoint; iphone
store swift kotlin tablet playstore xcode > mobile app ios android; reactnative ionic xamarin dart cordova capacitor > mobile app flutter
crossplatform; technicians sync tablets inspectors assembly engineers > mobile app offline; headset hololens oculus goggles webxr simulator > vr ar xr
immersive; product viewer rotate furniture gltf > 3d webgl configurator visualization; ethereum solidity token nft > blockchain smartcontracts web3;
bitcoin lost seed passphrase keys ledger trezor > crypto wallet recovery blockchain; paypal checkout cards klarna apple chargeback > payment psp
integration ecommerce; calendar appointments online reservation slots > booking scheduling software; courses scorm learners students teachers ilias >
elearning lms moodle learning; electron installer msi setup appimage gui offline > desktop software windows; msi appv msix silent install > packaging
software deployment; odoo proalpha abas infor merchandise purchasing > erp software business; tender outdated replace > erp selection consulting; ecc
hana fiori modules ui5 r3 > sap erp abap; transport st22 userexit bapi rfc > abap sap development; transports kernel solman upgrade st22 stms downtime
> sap basis hana administration; ui5 cap cpi odata launchpad > sap btp fiori integration; roles su01 pfcg sod su53 emergency segregation > sap
authorization security grc; nav businesscentral al nav2018 d365 c5 > dynamics erp microsoft navision; axapta ax finance d365 finops ledger >
dynamics365 microsoft erp crm; sage lexware datev ledger bookkeeping invoices > accounting software erp; pipedrive zoho contacts leads newsletters >
crm hubspot marketing automation; suitecrm civicrm vtiger sugarcrm donations > crm opensource; quote variants prices > cpq configuration quotation
sales; products attributes catalogue akeneo datasheets variants > pim data catalog; images photos library videos logos > dam assets media; drawings
teamcenter windchill bom cad3d revisions > plm cad engineering; drawings versions solidworks autodesk vault > pdm cad engineering; picking stock bins
scan pickers pallets > wms warehouse logistics; tours dispatch carriers freight routes trucks > tms logistics transport; vehicles gps trucks drivers
vans > telematics fleet tracking; shopfloor machines scrap downtime terminals > mes production manufacturing oee; machines spareparts workorders
breakdowns technicians > cmms maintenance asset; kis patient records > healthcare hospital clinical software; doctor pvs patients ti konnektor epa >
healthcare practice medical software; csv gamp part11 urs iq oq > gxp validation pharma compliance; personnel absence vacation wages salary > hr
payroll software; timeclock clocking terminal overtime > attendance timekeeping hr; shifts dutyplan staff > rostering scheduling workforce; projects
gantt msproject resources milestones > portfolio software; ariba tender coupa rfq catalogue > procurement purchasing software; deadlines renewal
signatures expiry clauses > contract clm software; recurring dunning saas metered > billing subscription invoicing; cash ebics sepa swift > treasury
payments banking; corebanking loans psd2 accounts > banking core fintech; stockmarket fixprotocol lowlatency broker stocks > trading fintech finance;
reporting basel solvency bafin corep finrep > regulatory banking finance compliance; menu kitchen tables waiters delivery > gastronomy pos restaurant;
pupils timetable grades classroom teachers parents > school education software; catalogue opac books loans readers barcodes > library koha catalog;
citizens permits townhall ozg forms > egovernment municipality public; grid marketcommunication electricity gas > utilities energy metering billing;
tractor crops harvest cows > agriculture farming isobus; carbon co2 footprint emissions scope3 > esg sustainability reporting csrd; lksg due diligence
childlabour > supplychain traceability compliance; technicians dispatch tours visits appointments installers > fieldservice mobile scheduling; diary
bids quantities foreman tenders > construction gaeb software; craftsmen jobs handwerk > craft software invoicing; car workshop garage dms repairshop >
automotive dealership software; newspaper layout indesign magazine journalists > publishing editorial media; pdf variable mailings indesign imposition
> printing prepress publishing; paperless filing folders paper > dms documents archiving ecm; lists sites permissions libraries spfx > sharepoint
microsoft intranet collaboration; paper folders binders boxes > scanning digitization capture archiving; alfresco opentext documentum filenet nuxeo >
ecm documents archiving; docuware elo dvelop paperless invoices approval > dms ecm documents workflow; sign contracts docusign pdf handwritten >
signature eidas documents; merge fillable pdfa convert acrobat > pdf documents forms; confluence bookstack mediawiki articles howto > wiki knowledge
collaboration; mail incoming post letters > mailroom capture scanning; retention revision audit gobd proof > archiving compliance documents; word
powerpoint corporate design letterhead slides > office templates microsoft; toner paperjam driver queue fax copier > printer printing mfp; fleet
leasing pages devices > mps printing copier; thermal zebra zpl > labeling printer barcode; 3dprinter filament stl petg resin > 3dprinting prototyping;
encrypted bitcoin ransom locked extension decrypt lockbit > ransomware incident forensics security; hacked intrusion breach compromised attackers
intruder > incident forensics response security; emergency attack night cyber > incident response security crisis; court seized image deleted traces >
forensics evidence investigation; stole data leak suspicion > forensics investigation dlp; click credentials fake mail ceofraud > awareness phishing
security training; passwords phishing simulated > awareness security training; hackers ethical test attack burp > pentest penetration security; cve
nessus openvas patch unpatched > vulnerability scanning security; webapp xss sqlinjection csrf zap injection > appsec owasp pentest security; sast
dast sbom dependencies secrets > devsecops appsec security; splunk sentinel wazuh correlate qradar > siem soc logging security; 24x7 alerts analysts
monitoring nighttime > soc mdr detection security; crowdstrike defender sentinelone carbonblack cortex > edr endpoint security antivirus; virus trojan
infected popup adware > malware antivirus removal security; engineering binary ghidra ida decompile sample > malware reverse analysis; honeypot
deception suricata snort zeek > ids detection network security; darkweb leaked credentials misp actors ioc > threat intelligence security; attack
flood botnet site unreachable > ddos mitigation network security; modsecurity bots block attacks scraping > waf web security; leak usb block
confidential exfiltration sensitive > dlp security data; usb sticks block ports thumbdrives > endpoint security devicecontrol; bitlocker disk lost
laptop luks > encryption endpoint security; mail gateway recipients zertificon > encryption email smime pgp; ca adcs expired ejbca enrolment > pki
certificates hsm cryptography; cis benchmark baseline gpo lynis > hardening security compliance; tiering kerberos goldenticket bloodhound domainadmin
> directory security hardening windows; misconfigured bucket public exposed s3 tenants > cloud security cspm; certification auditor 27001 certify
statement > isms iso27001 security audit; affected registered managing > nis2 security compliance isms; vda isa assessment enx al3 > tisax isms
automotive security; cards saq scan acquirer creditcard > pcidss payment compliance security; cyberresilience manufacturers products sbom ce > cra
security compliance; dsgvo dpo processing records dpia > gdpr privacy dataprotection; officer external appoint dsb > dataprotection privacy dpo; sar
access request deletion erase > gdpr privacy dataprotection; notification authority 72h data > gdpr privacy dataprotection breach; pseudonymize
testdata mask > anonymization privacy data; export schrems transfer usa clauses sccs > gdpr privacy dataprotection; controls policies attestation
register > grc compliance risk audit; itaudit controls sox auditors access > audit itgc compliance cobit; forgotten reset locked account login >
identity password helpdesk; shared bitwarden keepass > password vault security; 2fa token yubikey passkey > mfa authentication identity fido; oidc
oauth login openid adfs > sso keycloak identity saml; okta auth0 entra pingidentity idp > identity iam sso; joiner leaver onboarding accounts iga >
iam identity provisioning; recertification roles permissions toomany rbac > iam identity access; admin cyberark jump accounts administrators
rootpassword > pam privileged access security; openldap freeipa samba 389ds sssd posixaccount > ldap directory linux identity; login registration
social signup > ciam identity authentication; videoident verify onboarding aml > kyc identity verification; badge nfc mifare card desfire > smartcard
rfid access; camera nvr onvif milestone footage > cctv video surveillance; failed tape 321 jobs vbr > backup veeam recovery restore; bacula borg
restic rsync bareos > backup linux opensource; restore test untested recover rto rpo > recovery backup disaster; dr rpo rto georedundant datacentre >
disaster recovery replication; commvault netbackup networker tsm spectrumprotect > backup enterprise recovery; pitr dump wal rman > backup database
dba; highavailability pacemaker drbd corosync stonith > cluster failover linux; nagios alerts nrpe hosts librenms > monitoring zabbix checkmk icinga;
alertmanager metrics exporter thanos promql scrape > prometheus grafana monitoring observability; dynatrace newrelic opentelemetry spans instana >
observability apm tracing monitoring; logstash kibana graylog loki > logging elk elasticsearch monitoring; outage noticed unnoticed > monitoring
alerting; website check alerts statuspage unreachable > monitoring uptime web; flood noise pager escalations > alerting monitoring oncall; disk growth
forecast utilisation exhausted > capacity monitoring infrastructure; temperature humidity serverroom leak flooding rack > monitoring sensor
environmental; batch jobs controlm uc4 cron > scheduling automation workload; tickets printer login calls > helpdesk itsm servicedesk; otrs znuny
zammad glpi > ticketing itsm helpdesk opensource; discovery devices glpi idoit > cmdb asset inventory itam; licences audit overlicensed compliance
microsoft > sam licensing itam; java licence audit lms jdk subscriptions > licensing oracle sam; admin ill sick alone documentation > outsourcing msp
administration; ninjaone psa datto connectwise agents patching > rmm msp; roadmap itbudget digitalization togaf itstrategy > strategy architecture
consulting enterprise; rfp itprocurement evb bids specifications > tender procurement consulting; contract sla exit insourcing penalty > outsourcing
transition sourcing; merger separation tsa divestiture acquisition > carveout migration integration; itproject delayed budget rescue stuck >
turnaround consulting; witness software dispute lawsuit judge > court opinion; admins linux cisco lpic > training courses certification; mobileiron
workspaceone phones byod lost > mdm mobile intune endpoint; private phones container email smartphones tablets > mdm mobile byod; stm32 esp32 arm
cortex nxp > embedded firmware microcontroller electronics; schematic kicad altium circuit board > pcb electronics layout hardware; verilog xilinx
zynq altera bitstream artix > fpga vhdl hardware; buildroot uboot devicetree petalinux rootfs layers > yocto embedded linux bsp; freertos zephyr
realtime interrupts threadx > rtos embedded firmware; device pcie usb module irq wdm > driver kernel embedded; update devices mender rauc > ota
embedded firmware iot; arduino raspberry sensor maker > embedded prototyping electronics iot; nordic pairing beacon gatt nrf52 lowenergy > bluetooth
ble embedded wireless; ce marking interference lab fcc radio > emc certification testing; canoe lin vector canopen uds > autosar automotive embedded
ecu; control foc inverter bldc servo > motor drives electronics embedded; touch lvgl panel touchscreen squareline wayland > hmi embedded qt display;
bench rig ecu labview dspace simulators > testbench hil test; uhf tags gate reader epc > rfid autoid tracking; indoor positioning tags forklifts
pallets anchors > rtls uwb; sps s7 tia step7 codesys > plc automation siemens; s5 simatic obsolete spare program lost > plc retrofit automation; wincc
ignition hmi process visualisation > scada automation industrial; opc machines data mtconnect > opcua industrial automation connectivity; modbus
profibus rs485 canopen profinet rs232 > fieldbus industrial gateway automation; kuka fanuc abb cobot gripper > robotics automation; gcode heidenhain
sinumerik dnc postprocessor milling > cnc machines manufacturing; ics plant network nozomi claroty > ot industrial security iec62443; maintenance
machines vpn ewon secomea > industrial remote gateway; bearings motors breakdown gearbox imbalance pumps > predictive maintenance vibration sensors;
machine halcon cognex keyence defects > vision inspection cameras industrial; machine sensors connect industry40 > iiot retrofit industrial; devices
dashboard thingsboard thingspeak nodered gateways > iot mqtt sensors platform; lora ttn gateway battery chirpstack actility > lorawan iot sensors;
onsite processing inference jetson raspberry > edge iot gateway; awsiot azureiot device twin fleet > iot cloud platform; nodered influx grafana
sensors homeassistant > iot automation dashboards; homeassistant lights blinds loxone shutters dimmers > smarthome knx automation; hvac bms niagara
heating ventilation sensors > building automation bacnet knx; water leak river flood > sensors telemetry monitoring; weather airquality particulate
co2 noise > sensors environmental monitoring; arcgis layers shapefile cartography > gis geodata mapping qgis; geoserver openlayers wms tiles leaflet
mapserver > gis geodata postgis webgis; addresses routing openstreetmap nominatim > geocoding osm maps gis; drone orthophoto pointcloud dem
orthomosaic surveyor > photogrammetry lidar geodata aerial; cadastre surveyors coordinates totalstation boundaries > surveying geodesy gis; networks
pipes cables map fme > gis utilities geodata; obs concert webcast youtube > streaming video broadcast; transcode ffmpeg codec hls h264 drm > video
encoding streaming; sdi ndi newsroom smpte smpte2110 channels > broadcast playout studio; premiere davinci shared avid cutters > video postproduction
editing; footage film videotapes digitise clips mxf > mam media archive video; vhs tapes reels films digitise betacam > digitization media archive;
photo raw colour calibrated > imaging color photography; projector led wall auditorium lecture > av projection displays; speakers microphone hall
beamer amplifier > audio av sound; blender maya farm houdini characters > 3d rendering; autocad solidworks inventor drawing catia creo > cad
engineering design; researchdata dspace fair invenio doi datasets > research repository data; ipados classroom ipads pupils teachers carts > school
mdm tablets education; wifi whiteboard smartboards digitalpakt > school education classroom; matrix mattermost rocketchat slack messenger > chat
messaging collaboration opensource; messenger chat api broadcasts > messaging chatbot whatsapp; onlyoffice collabora libreoffice documents coediting >
office opensource collaboration; edirectory groupwise netware oes nds zenworks > novell migration directory; winbind domain shares smbd winbindd sssd
> samba linux fileserver directory; httpd reverse proxy 502 504 > nginx apache web server linux; 502 503 504 gateway timeout overloaded > web server
hosting performance; 404 redirects broken links relaunch > web seo website; keys bastion login refused passphrase sshd > linux ssh security; bec
invoice changed iban payments ceo > fraud forensics email security; stalkerware spy phone spyware bugged > forensics mobile security; litigation
documents review relativity lawsuit custodians > ediscovery forensics legal; classified secret geheim vsnfd ministries > security government
encryption; sidechannel glitch chip smartcards dpa > hardware security cryptography; rtb bidding ads publisher dsp ssp > adtech advertising
programmatic; points cards vouchers app cardholders stamps > loyalty marketing retail; planogram shelf electronic price labels > retail esl pos;
publictransport timetable passengers gtfs > mobility transport ticketing; carsharing scooter bike rental ebikes vehicles > mobility sharing app;
courier tracking labels dhl ups > shipping logistics parcels; datasheet catalogue print database indesign > publishing pim catalog; service manuals
machine operating instructions ce > documentation technical machinery; nurse call dect paging > hospital alarm communication; alarm fire brigade
volunteers bos > alerting pager radio; clock public address pa gong > audio loudspeaker announcement; waiting tickets display townhall counter > queue
citizens appointment; harbor registry image scanning trivy > containers security kubernetes; lustre beegfs gpfs parallel posix > hpc storage
filesystem cluster; duckdb columns trino starrocks druid vertica > clickhouse analytics olap database; superset metabase redash charts grafana
streamlit > bi dashboards opensource analytics; sparql linkeddata knowledgegraph owl triples shacl > semantic ontology rdf graph; process mining
celonis eventlog bottlenecks > processmining analytics; wearable ecg spo2 pulse > medical devices sensors embedded; oscilloscope logicanalyzer jtag
swd > debugging embedded hardware; usbc thunderbolt hdmi adapters > cables hardware connectors; flicker screen pixel hdmi > display monitor hardware;
handshake cipher sslv3 outdated openssl > tls security cryptography; cookie csrf jwt token expired > web authentication security api; utf8 umlauts
charset garbled codepage mojibake > unicode encoding software; tenantadmin m365 e3 e5 > licensing microsoft365 csp; flash silverlight applet activex
browser > legacy web migration; uniface gupta magic powerbuilder oracleforms > legacy migration; ecc 2027 brownfield conversion ecc6 > sap migration;
bw4hana datasphere sac bex queries infoproviders > sap analytics bw; telephone tap calls mifid dialogue traders > recording telephony compliance;
tariff electricity market edifact utilmd > utilities edi energy; lockdown totem selfservice browser visitors wayfinding lobby > kiosk touchscreen
terminal signage; igmp streams vlan flooding pim rtp > multicast iptv network; neo4j relationships cypher connected edges traversal > graph database;
layouts fmp12 fmp starter > filemaker claris database; spark notebooks parquet iceberg delta > databricks lakehouse data; prompts literacy chatgpt
copilot beginners > ai workshop training; outliers sensors deviations unusual readings patterns > anomaly machinelearning analytics; goroutine grpc
channels gin concurrency > golang backend microservices; composer zend eloquent phpunit twig > laravel symfony php; cgi cpan regex modperl cpanm >
perl scripting legacy; phoenix otp beam genserver liveview > elixir erlang; simulink numerical toolbox octave controller > matlab simulation
engineering; f77 f90 numerical legacy code blas lapack > fortran scientific hpc; ps1 cmdlet scripts administrators batch repetitive > powershell
automation windows; powerautomate dataverse flow canvas connectors > powerapps powerplatform microsoft lowcode; scalable review design patterns
coupling blueprint > software architecture; safe pi increments artrain transformation > agile scaled coaching; tickets workflow boards wiki plugins >
atlassian jira confluence; resolver schema queries apollo federation grpc > graphql api backend; extension editor backend fluid typoscript > typo3 cms
web; joomla modules nodes views themes > drupal cms web; contentful strapi sanity nuxt jamstack > headless cms web; login selfservice liferay
dashboard > portal web; rejected review publish guidelines apple playstore testflight > app mobile ios; offline browser installable homescreen
serviceworker manifest > pwa web mobile; notifications firebase fcm apns badge > mobile app; multiplayer players console steam gameplay > game unity
unreal; qubits qiskit entanglement annealing dwave > quantum algorithms computing; parser dsl grammar antlr lexer transpile > compiler llvm; discourse
discussion moderators phpbb threads > forum community platform; wasm emscripten port desktop c++ native > webassembly web browser; indirect digital
access usmm measurement > sap licensing audit; hcm payroll infotypes employeecentral pa > sap successfactors hr; wm tm warehouse picking bins > sap
ewm logistics; b1 bydesign smb sme hana > sap businessone erp; openerp modules community enterprise qweb oca > odoo erp opensource; frappe dolibarr
tryton free invoices stock > erpnext erp opensource; export taxadvisor bookings csv ledger > datev accounting interface; peoplesoft jdedwards ebs
fusion suite > oracle erp netsuite; leads contacts pipeline opportunities followup > crm salesforce sales; lightning soql flow visualforce trailhead
sandbox > salesforce crm apex; ifc building model architects planners clash > bim revit construction; capacity gantt bottleneck finite sequence
machines > aps scheduling planning; inspection plans gauges complaints fmea incoming > caq spc manufacturing; samples analyzers assays chromatography
chemists > lims laboratory; labbook chemists experiments researchers molecules > eln laboratory; radiology xray mri ultrasound archive > pacs dicom
imaging; pharmacy nursing residents eldercare caregivers prescriptions > healthcare; videoconsultation patients doctor consultation physician >
telemedicine health; samd mdr iec62304 diga fda classification notified > medical regulatory software; applicants jobs vacancies cv interviews
candidates > recruiting ats hr; receipts reimbursement mileage trips perdiem > expense travel software; agency billing consultants billable
utilisation > timesheets psa; policies broker underwriting premiums > insurance claims insurtech; tenants landlord rent flats leases apartments >
realestate property software; reservations rooms guests checkin housekeeping > hotel pms; seats concert festival admission entry venue > ticketing
events; club dues donations honorary > association membership software; students exams lectures enrolment faculty > university campus education;
museum objects inventory exhibits curators artefacts > collection digitization; congregation pastors diocese donations > church parish software;
meetings motions agenda councillors parliament > council egovernment; ballot evoting online secret delegates > voting election; police 112 ambulance
rescue units control > dispatch publicsafety; matter attorneys deadlines filings > legaltech legal lawfirm; notary court judges bea filings justice >
legal egovernment; gateway readings tariffs consumption households > smartmeter metering energy; wallbox stations electric cars backend > ocpp
charging emobility; inverter battery selfconsumption solar pv feedin > photovoltaics energy ems; declaration atlas tariff duties preference > export;
flight aircraft airport pilots crew > aviation airline mro; port nmea crew tanker > maritime vessel shipping; interlocking tracks locomotive > railway
signalling etcs; reports anonymous hotline misconduct > whistleblowing compliance; poll answers feedback opinions > survey questionnaire limesurvey;
incentives provision agents bonuses salespeople > commission sales; letters templates correspondence mass envelopes > output documents; latex
typesetting docbook dita singlesource > publishing documentation xml; spooler followme cups jobs quotas driver > printing printserver papercut; a0
drawings roll posters plans wideformat > plotter printing largeformat; tiber adversary simulated purple intruders > redteam penetration security;
disclosure report researchers hackerone intigriti rewards > bugbounty vulnerability security; keys rotate kms pkcs11 tokens entropy > hsm cryptography
secrets; kyber dilithium quantum harvest algorithms agility > cryptography postquantum security; microsegmentation vlan flat zones > segmentation
network security; insurer questionnaire premium cyberinsurance > security assessment risk; officer external appoint ciso parttime > isms security;
critical operators hospital waterworks evidence > kritis bsi security; it200 modules basisabsicherung profile baustein > grundschutz bsi isms; bank
ict insurers thirdparty tlpt register > dora resilience compliance; isae3402 report attest type2 > soc2 audit compliance; videosurveillance cctv
cameras footage > dataprotection privacy; policy imprint website terms notice > gdpr privacy; ccpa health california patients usa phi > hipaa privacy
compliance; register treatment threats likelihood appetite > risk isms grc; disaster contingency blackout pandemic bia > continuity bcm resilience;
drill tabletop rehearse scenario simulation > crisis exercise continuity; realm idp federation oidc saml login > keycloak iam sso identity; wallet
eudi passport verification citizens > eid identity; door readers turnstile locks keycard visitors > access badge; burglar siren sensors motion breakin
> alarm intrusion surveillance; px4 ardupilot quadcopter flight autopilot > drone uav; offsite baas copy georedundant vaulting > backup cloud storage;
airgap ransomware proof worm tamperproof offline > immutable backup; mailboxes onedrive deleted sharepoint teams retention > backup microsoft365;
workflow catalog snow discovery requests > servicenow itsm cmdb; incident change sla escalation > itil itsm; licences secondhand resale surplus >
licensing software; smallbusiness administrators flatrate caretaker > msp outsourcing; teamviewer anydesk rustdesk screen control > remote helpdesk;
hands swap stores abroad visit > onsite technician; cio itmanager temporary vacancy leadership > interim strategy consulting; seniors tablet internet
grandparents pensioners > computer lessons; itspecialists contractors shortage vacancies candidates > recruiting staffing freelancers; tapeout silicon
wafer rtl foundry > asic semiconductor chip; thread zwave matter bulbs mesh hub > zigbee smarthome wireless; obsolete discontinued components eol
lasttimebuy > obsolescence electronics redesign; soldering prototypes ems pickandplace reflow boards > electronics smt assembly; iso26262 asil
functional vehicle hara > automotive safety embedded; iec61508 sil functional hazard fmeda > safety certification embedded; do178c dal aircraft do254
cockpit > avionics safety; secureboot tpm signing firmware trustzone keys > embedded security; lithium cells balancing pack charging > bms battery
electronics; teststand daq ni acquisition > labview measurement test; gps rtk tracker antenna centimetre > gnss positioning tracking; twincat ethercat
codesys tc3 ipc > beckhoff plc automation; allenbradley controllogix studio5000 factorytalk micrologix > rockwell plc automation; pcs7 refinery
chemical deltav yokogawa > dcs plant automation; ros2 slam navigation lidar gazebo > ros robotics; forklift driverless amr vehicles intralogistics >
agv robotics logistics; osisoft pi tags recorded aveva > historian industrial data; simulation plant commissioning model virtual > twin digital; ltem
cellular sensors coverage modem > nbiot iot m2m; parking streetlight bins citizens streets > smartcity iot sensors; pumping station alarm waterworks >
telemetry scada rtu; iec61850 iec104 protection relays switchgear > substation grid energy; cold chain fridge freezer vaccines > temperature logger;
imagery sentinel copernicus multispectral ndvi > remotesensing satellite geodata; metadata wfs inspire municipal viewer > geoportal gis geodata;
wayfinding floorplan venue mall route > maps indoor navigation; screens menu lobby player advertising > signage displays; hotel channels settopbox
multicast headend > iptv streaming tv; podcast studio dante mixing station > audio broadcast radio; deaf sdh livecaptions > subtitling captioning
video; simultaneous headphones booth delegates > interpreting conference; ansys abaqus nastran meshing stress > fem cae simulation; lab code
scientific simulations > research software; sequencing nextflow dna rna > bioinformatics genomics; longterm oais decades manuscripts heritage >
preservation archive digitization; smartboard whiteboard classroom teachers touch > interactive display education; bbb bigbluebutton jitsi lectures
rooms > conferencing video opensource; lotus nsf sametime nomad lotusscript > domino notes hcl; ucs opsi fog pxe univention > linux opensource
deployment directory; mount stale autofs exports nfs > linux storage; tailscale mesh overlay headscale wireguard > vpn network; tor censorship onion
journalists untraceable > privacy anonymity; selinux apparmor denied auditd permissive > linux security hardening; cellebrite extraction smartphone
chats deleted > forensics mobile; tempest emission military nato classified > defence security; fips eal protectionprofile commoncriteria >
certification security evaluation; face fingerprint voice iris liveness > biometrics identity recognition; casino odds gambling lottery > gaming
betting platform; leads nurturing mautic campaigns scoring > marketing automation crm; supermarket branch till scales shelves > retail pos stores;
selfcheckout scanandgo unattended vending cashierless > retail checkout payment; licence plate barrier garage vehicles > anpr parking recognition;
taxi ride drivers passengers cabs > dispatch mobility; sds ghs safetydata hazardous labelling > chemicals compliance; catalogue explosion diagrams
assemblies spareparts > catalog documentation; glasses augmented technician hololens overlay > ar assistance; massnotification evacuation lockdown
sirens > alerting notification emergency; panic button lone worker mandown > alarm safety alerting; smoke detection detector extinguishing panel >
fire alarm building; cloudnative buildpacks knative 12factor autoscaling > kubernetes cloud devops; consul nomad vault packer vagrant > hashicorp
devops automation cloud; workers functions wasm latency worldwide > edge serverless cloud; slurm jupyterhub compute queue > hpc research cluster;
knime rapidminer alteryx nodes statistics > datascience analytics; documents intranet haystack crawl > enterprise indexing; catchment isochrone
branches heatmap > geospatial location analytics; fitness tracker sports steps heartrate > wearables health sensors; alexa skill siri voice hey >
assistant speech; deepfake generated images diffusion midjourney > ai; discreteevent anylogic agent factory throughput > simulation modelling;
numerics equations optimisation > algorithms mathematics modelling; filter noise audio fft echo > dsp signal; ultrasound lidar radar doppler chirp >
sensors signal; ram dimm ddr4 ddr5 ecc > memory hardware upgrade; cors preflight blocked fetch origin > web api frontend; nullpointerexception
stacktrace exception classnotfound crash > java debugging software; y2k year2038 overflow 32bit dates > legacy embedded; leap timezone clock drift ptp
> synchronization timing; crystalreports listlabel birt jasper forms > reporting; autodesk adobe licences subscriptions renewals > licensing software
reseller; jboss quarkus camel fuse wildfly > java middleware integration; tibco webmethods biztalk boomi mulesoft > integration middleware esb; n8n
zapier ifttt triggers > automation integration workflow; stock sync shop orders connector > integration erp ecommerce; umbraco sitecore kentico
orchard dotnetnuke > .net cms web; coldfusion asp classic vbscript frames > legacy web; internetexplorer ie11 activex edge silverlight > web browser
migration legacy; 4gl progress openedge10 character > openedge legacy; forms reports plsql lowcode pages > oracle apex; smalltalk lisp prolog ada
modula > legacy development; pi po cpi idoc interfaces > sap integration; concur ariba successfactors fieldglass emarsys > sap cloud; simulator
controllers virtual io python > plc automation test; ifs comarch mesonic sagex3 abas > erp business; hydrogen wind turbine electrolyser > energy
scada; pipetting robots instruments sila samples > laboratory automation; medicaldevice firmware iec60601 pump ventilator > medical embedded
electronics; docker podman kubernetes openshift rancher k8s swarm > containers devops; proxmox vmware hyperv xen kvm esxi nutanix xcpng >
virtualization hypervisor; citrix vdi thinclient igel xenapp terminalserver > desktop virtualization; nas san ceph zfs raid truenas netapp qnap >
storage infrastructure; tape bareos bacula veeam commvault restic offsite > backup recovery; linux ubuntu debian suse redhat univention proxmox >
opensource administration; windows exchange intune sharepoint hyperv m365 azure entra > microsoft administration; aix solaris hpux mainframe as400
openvms tru64 > unix legacy; cobol rpg pl1 foxpro vb6 delphi powerbuilder > legacy migration; terraform ansible puppet saltstack pulumi jenkins argocd
> devops automation; aws azure gcp hetzner ovh ionos stackit > cloud hosting; firewall fortigate sophos opnsense pfsense paloalto > network security;
vpn nac radius vlan segmentation zerotrust > network security; wifi wlan accesspoints unifi aruba ruckus ekahau > wireless networking; voip pbx
asterisk 3cx starface dect isdn > telephony sip; callcenter ivr genesys agents hotline queues > telephony contactcenter; lte 5g gsm umts tetra antenna
> radio mobile telecom; postgresql mysql mariadb mssql mongodb db2 > database dba; elasticsearch opensearch solr lucene vespa > indexing; kafka
airflow spark flink dbt snowflake > data analytics; powerbi tableau qlik looker metabase superset > bi analytics reporting; pytorch tensorflow sklearn
keras huggingface > machinelearning ai; llm chatgpt rag ollama claude gemini copilot > ai; java python golang rust c++ c# php ruby > software
development; react angular vue typescript svelte javascript > frontend web; wordpress typo3 drupal joomla contao neos > cms web; shopware magento
shopify woocommerce oxid prestashop > ecommerce webshop; android ios flutter swift kotlin xamarin > mobile app; sap odoo dynamics navision proalpha
infor abas > erp business; salesforce hubspot suitecrm pipedrive vtiger > crm sales; camunda bpmn uipath n8n powerautomate > automation workflow;
pentest owasp kali metasploit nmap burp > penetration security; siem soc wazuh splunk edr mdr crowdstrike > detection security; ransomware phishing
malware trojan botnet lockbit > incident security; iso27001 tisax grundschutz nis2 kritis bsi > isms compliance; keycloak okta entra saml oidc mfa
fido2 > identity authentication; gdpr dsgvo dpia dpo dsb > privacy dataprotection; zabbix icinga checkmk nagios prometheus grafana > monitoring
alerting; jira otrs zammad glpi servicenow znuny > itsm ticketing; printers mfp copier kyocera ricoh konica lexmark > printing mps; alfresco docuware
elo sharepoint opentext nextcloud > documents ecm; stm32 esp32 freertos zephyr yocto rtos > embedded firmware; simatic codesys beckhoff twincat wago
sps > plc automation; scada wincc opcua profinet modbus hmi > industrial automation; mqtt lorawan nbiot zigbee nodered thingsboard > iot sensors; qgis
arcgis postgis geoserver openstreetmap fme > gis geodata; knx bacnet loxone dali hvac lonworks > building automation; fpga vhdl altium kicad pcb asic
> electronics hardware; ffmpeg hls obs ndi dante codec > streaming video; selenium playwright cypress jmeter istqb junit > testing; pki hsm pgp smime
tls certificates > cryptography security; edifact idoc peppol as2 openas2 > integration edi; zugferd factur peppol xrechnung ubl efff > einvoicing
edi; rfid nfc barcode zebra datalogic handhelds > autoid scanner; intune jamf mobileiron byod supervised kandji > mdm endpoint; camera cctv nvr onvif
milestone axis > video surveillance; ups generator pdu rack aircon colocation > datacenter power; moodle ilias scorm lms h5p > elearning learning;
kuka fanuc ros cobot abb gripper > robotics; bitcoin ethereum solidity nft defi hyperledger > web3 blockchain; vr ar hololens oculus webxr > immersive
xr; email inbox mailbox bounces outlook spam undelivered > mail exchange groupware; laptop stolen lost unencrypted theft notebook > encryption mdm
endpoint; password forgot lockout login locked reset account > identity authentication; ransom bitcoin encrypted blackmail extortion decryptor locked
> ransomware forensics recovery; hackers stole leaked breach darkweb extorted > forensics incident cybersecurity; phishing clicked attachment
fraudulent scam impostor > cybersecurity awareness security; internet outage dropouts unreachable offline wan > network connectivity firewall; wifi
reception dropouts hall warehouse scanners roaming > wlan wireless accesspoints; telephone landline switchboard ringing voicemail callers answering >
telephony voip pbx; choppy calls echo dropped crackling oneway > voip sip sbc; printout printing toner smears jams > printer copier mfp; spreadsheets
excel chaos copies manually retyping sheets > automation database application; reporting figures manual consolidation excel > bi dashboards
datawarehouse; retyping duplicate entry transfer manually > integration interfaces automation rpa; paper folders cabinets binders > dms digitization
archiving; invoices approval incoming paper matching > dms workflow ocr; website outdated mobile redesign homepage > webdesign cms web; website
findable google ranked visitors traffic > seo marketing; shop orders cart online webshop > ecommerce shopware payment; phone smartphone iphone android
playstore > mobile ios app; complain sluggishness application > performance tuning; crashes application error exception stacktrace logs > debugging
software development; developer sourcecode undocumented inherited legacy > software maintenance takeover; bugs release updates regressions production
> testing qa automation; died crashed spare rebooting unreachable > server hardware infrastructure; restore untested overwritten unreadable > backup
recovery storage; disk dropped clicking photos unreadable lost > data recovery cleanroom; terabytes quota overflowing gigabytes disks > storage nas
san; vmware broadcom renewal tripled subscription quote > virtualization proxmox hypervisor; oracle auditors renewal java processors cores > licensing
sam audit; windows10 unsupported upgrade pcs > windows rollout migration; onedrive synchronisation conflicts teams migration > microsoft365 sharepoint
modernworkplace; dropbox whatsapp shadow private unauthorised > compliance collaboration; homeoffice access laptop outside > vpn remote workplace;
branches offices headquarters connect locations site2site > sdwan vpn network; videoconferences hybrid boardroom microphones cameras screens >
conferencing av collaboration; machines standstill spare siemens > automation plc retrofit; motors bearings pumps vibration breakdown unplanned >
condition predictive maintenance; factory data machines counters downtime transparency > mes oee iiot; sensors battery radio remote meters > lorawan
iot telemetry; temperature alarms refrigerators vaccines logging cold > sensors monitoring loggers; containers pallets vehicles assets location > gps
tracking rfid; cameras defects surface scratches conveyor > vision inspection imageprocessing; pick gripping palletising welding > robotics cobots;
heating lights shutters rooms consumption bms > building automation knx; electricity consumption meters iso50001 peaks loads > energy monitoring ems;
circuit sensor gadget enclosure invention > electronics embedded prototyping; bugs device hangs watchdog microcontroller > embedded firmware
debugging; chips discontinued obsolete replacement pcb > electronics obsolescence redesign; interference radio laboratory failed emissions > emc
testing certification; maps plots parcels layers municipal planning > gis geodata cartography; aerial roofs inspection survey stockpile > drone
photogrammetry lidar; livestream conference ceremony remote audience cameras > streaming video broadcast; videotapes slides reels digitise cassettes >
digitization scanning media; screens adverts foyer menus playlists > signage displays players; complaint authority fine consent deletion > privacy
dataprotection gdpr; auditor demands iso27001 questionnaire > isms security certification; insurer demands mfa edr backups questionnaire > security
assessment; departed accounts revoke leavers > iam identity access; postit shared excel spreadsheet credentials > password vault pam; login repeatedly
accounts portals signon > sso identity saml; forgotten shouted emails requests > itsm ticketing helpdesk; laptops assets stickers list > itam cmdb
inventory; administrator retired sole vacation absent bottleneck > msp outsourcing; invoice doubled spending unexplained idle > finops cloud cost;
deployments ftp downtime releases > devops ci pipelines; pods restart clusters oomkilled evicted > kubernetes devops containers; queries timeouts
deadlocks indexes tablescan slowly > database dba tuning; outages unnoticed graphs thresholds disks > monitoring alerting observability; scattered
grep central syslog retention > logging siem elasticsearch; chatgpt confidential private hosted documents > llm ai onpremises; manuals answered
documents > rag llm chatbot; demand inventory stockouts seasonal > forecasting analytics machinelearning; manuals languages software strings >
translation terminology; disabled blind screenreader contrast captions > accessibility wcag; selection outgrown spreadsheets inventory accounting >
erp business odoo; leads followup contacts > crm sales; picking errors stocktaking shelves pallets > wms warehouse logistics; shifts nurses drivers
swaps overtime > rostering scheduling workforce; timesheets clocking flexitime stampclock > timekeeping attendance hr; patients appointments records
prescriptions > healthcare ehr clinical; tablets pupils classrooms teachers lessons > school mdm education; citizens forms applications townhall
permits online > egovernment municipality; courses videos certificates mandatory > elearning lms; festival admission scanners seats > ticketing
events; till receipts cash cards terminals > pos payment cashregister; catalogue product visualise augmented > 3d configurator visualization; crowd
queues factory layout throughput > simulation modelling; trucks deliveries stops drivers timewindows > optimization routing logistics; construction
village households trench ducts > fiber ftth broadband; mast reception rooftop signal village > antenna radio telecom; generator blackout batteries
outage diesel uninterruptible > ups power; sockets office moving patchpanel rj45 > cabling structured network; serverroom aircon racks smoke water >
datacenter cooling infrastructure');
